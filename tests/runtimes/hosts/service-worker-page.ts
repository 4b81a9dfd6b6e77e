// A page whose fetches a service worker answers.
import { answerDriver } from './driven.ts'

const script = `/service-worker.js?${location.hash.slice(1)}`
await navigator.serviceWorker.register(script, { type: 'module' })
await navigator.serviceWorker.ready
if (!navigator.serviceWorker.controller) {
  await new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
  })
}
answerDriver((request) => fetch(request))
