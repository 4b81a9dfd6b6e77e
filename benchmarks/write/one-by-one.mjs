// The service without shared syncs: `one-by-one.mjs <folder>`. Its store has one put at a time, which
// is a batch and a sync of its own. All else is that of the daemon.
import { openLevelStore } from '@mock-endpoint/core/level'
import { loadServer } from '../lib/server.mjs'

const { startServer } = await loadServer()
const store = await openLevelStore(process.argv[2])
let last = Promise.resolve()
const put = (endpoint) => {
  last = last.then(() => store.put(endpoint))
  return last
}
const server = await startServer({
  store: { ...store, put },
  port: 0,
  overrideGlobalObjects: true,
})
process.stdout.write(`Address ${server.url}\n`)
process.once('SIGTERM', async () => {
  await server.close()
  await store.close()
})
