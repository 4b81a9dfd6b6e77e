// Runs nginx in front of a daemon, as in docs/running.md, as its own process on loopback.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Nginx {
  readonly url: string
  /** Ends nginx, and resolves when it has ended. */
  stop(): Promise<void>
}

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0
}

interface NginxOptions {
  /** The folder from which nginx serves `/static/`. Without it, `/static/` is forwarded too. */
  readonly staticFolder?: string
}

/** Starts nginx in this folder, which must be empty. Its connection to the daemon is kept open. */
export async function startNginx(
  daemon: string,
  folder: string,
  options: NginxOptions = {},
): Promise<Nginx> {
  for (let tries = 5; ; tries--) {
    const port = await freePort()
    const config = join(folder, 'nginx.conf')
    const server = await documented(port, options)
    await writeFile(config, configuration(server, new URL(daemon).port, folder))
    const args = ['-p', folder, '-c', config, '-e', join(folder, 'error.log')]
    const child = spawn('nginx', args, { stdio: 'ignore' })
    const ended = once(child, 'exit')
    while (child.exitCode === null && !(await accepts(port))) await sleep(20)
    if (child.exitCode === null) {
      return {
        url: `http://127.0.0.1:${port}`,
        async stop() {
          child.kill('SIGTERM')
          await ended
        },
      }
    }
    // Another process may have taken the port.
    if (tries === 1) throw new Error(await readFile(join(folder, 'error.log'), 'utf8'))
  }
}

function configuration(server: string, daemonPort: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    master_process off;
    pid ${folder}/nginx.pid;
    events { worker_connections 64; }
    http {
      access_log off;
      types { text/javascript js; text/css css; image/svg+xml svg; }
      ${temporary.map((what) => `${what}_temp_path ${folder}/${what};`).join('\n')}
      upstream daemon { server 127.0.0.1:${daemonPort}; keepalive 1; }
      ${server}
    }`
}

/** Resolves to the documented server, with this port, and with `daemon` as its upstream. */
async function documented(port: number, { staticFolder }: NginxOptions): Promise<string> {
  const read = (page: string) => readFile(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')
  const server = /```nginx\n(server .*?)```/s.exec(await read('running.md'))?.[1]
  const here = server
    ?.replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('http://127.0.0.1:16540', 'http://daemon')
  if (!here?.includes(String(port)) || !here.includes('http://daemon')) {
    throw new Error('docs/running.md has no server of nginx that listens on 80.')
  }
  if (staticFolder === undefined) return here
  const location = /```nginx\n( *location \/static\/ .*?)```/s.exec(await read('scaling.md'))?.[1]
  const own = location?.replace(/root .*?;/, `root ${dirname(staticFolder)};`)
  if (!own?.includes(dirname(staticFolder))) {
    throw new Error('docs/scaling.md has no location /static/ of nginx.')
  }
  return here.replace(/\}\s*$/, `${own}}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
