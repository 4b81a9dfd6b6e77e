// The service without shared syncs: `one-by-one.mjs <port> <folder>`. Its store does one put at a
// time, each with its own batch and sync. Everything else is as in the daemon.
import { openLevelStore } from '@mock-endpoint/core/level'
import { startServer } from '@mock-endpoint/server'

const [port, folder] = process.argv.slice(2)
const store = await openLevelStore(folder)
let last = Promise.resolve()
const put = (endpoint) => {
  last = last.then(() => store.put(endpoint))
  return last
}
const options = { store: { ...store, put }, port: Number(port), overrideGlobalObjects: true }
const server = await startServer(options)
process.once('SIGTERM', async () => {
  await server.close()
  await store.close()
})
