// `npm start`: installs and builds what has changed, then becomes the daemon.
import { prepare } from './prepare.mjs'

const shell = process.ppid
prepare(['core', 'server'])
if (process.env.npm_lifecycle_event) stopWithNpm()
await import('../packages/server/dist/bin.js')

/** npm sends a signal to the shell in between, which ends without passing it on. */
function stopWithNpm() {
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      // Ctrl+C goes to all three processes. A second signal would end the daemon at once.
      clearInterval(watch)
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    })
  }
}
