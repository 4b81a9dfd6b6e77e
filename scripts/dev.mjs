// `npm run dev`: runs the daemon, with the options after `--`, and the web UI from source. A change
// restarts the daemon and reloads the web UI.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { command, prepare, root, shell } from './prepare.mjs'

prepare(['core', 'server'])
const daemon = spawn(
  command(join(root, 'node_modules', '.bin', 'tsx')),
  [
    'watch',
    '--clear-screen=false',
    '--conditions=@mock-endpoint/source',
    `--import=${new URL('dev-globals.mjs', import.meta.url)}`,
    join(root, 'packages', 'server', 'src', 'bin.ts'),
    ...process.argv.slice(2),
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], shell },
)
// Ctrl+C goes to both processes. A signal to only this process is passed on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => daemon.kill(signal))
daemon.on('exit', (code) => process.exit(code ?? 0))

daemon.stdout.pipe(process.stdout)
let said = ''
daemon.stdout.on('data', async function find(chunk) {
  said += chunk
  const url = /http:\/\/localhost:\d+/.exec(said)?.[0]
  if (url === undefined) return
  daemon.stdout.off('data', find)
  await serveWeb(url)
})

/** Serves the web UI, and forwards requests for /api and /endpoint to the daemon. */
async function serveWeb(target) {
  const vite = createRequire(join(root, 'packages', 'server', 'package.json')).resolve('vite')
  const { createServer } = await import(pathToFileURL(vite))
  // The daemon refuses requests from pages of another origin.
  const behind = { target, changeOrigin: true, headers: { origin: target } }
  const server = await createServer({
    configFile: join(root, 'packages', 'server', 'web', 'vite.config.ts'),
    server: { proxy: { '/api': behind, '/endpoint': behind } },
  })
  await server.listen()
  process.stdout.write(`The web UI from source: ${server.resolvedUrls?.local[0]}\n`)
}
