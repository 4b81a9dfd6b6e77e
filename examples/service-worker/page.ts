// A front end that has no back end yet.
import { createClient } from '@mock-endpoint/core/client'

const worker = navigator.serviceWorker
const isControlled = new Promise((resolve) => worker.addEventListener('controllerchange', resolve))
await worker.register('/mocks.js', { type: 'module' })
if (!worker.controller) await isControlled

const mocks = createClient({ url: location.origin })
await mocks.add({ name: 'prices', data: { tea: 4.2 } })

const prices = await (await fetch('/endpoint/prices')).text()
document.querySelector('output')?.append(prices)
