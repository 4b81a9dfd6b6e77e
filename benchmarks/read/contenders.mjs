// Who is measured, and how each is started: as a process that answers the bodies under one URL.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPinnedDaemon } from '../lib/daemon.mjs'
import { asServer } from '../lib/pinning.mjs'
import { startProcess } from '../lib/process.mjs'
import { bodies, type } from './bodies.mjs'
import { programs } from './programs.mjs'

const hasJava = !spawnSync('java', ['-version']).error

export const journalOn = 'mock-endpoint'
export const journalOff = 'mock-endpoint, journal off'
export const bare = 'bare node:http'

/** Those that answer what somebody has told them, as we do; frameworks are no mock servers. */
export const mockServers = ['json-server', 'mockttp', 'msw', 'mountebank', 'Mockoon', 'WireMock']
  // It is left out where there is no Java.
  .filter((name) => name !== 'WireMock' || hasJava)
export const frameworks = ['Hono', 'Fastify']

/** Says what a contender answers for a body. */
export function expectedOf(contender, body) {
  const text = bodies[body]
  return contender === 'json-server' ? JSON.stringify(JSON.parse(text), null, 2) : text
}

/**
 * Starts it. Resolves to its `url`, to which the name of a body is added, its process, and `ready`:
 * the milliseconds from there to its first right answer.
 */
export async function startContender(contender) {
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-read-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  const start = performance.now()
  try {
    const { url, pid, stop } = await launch(contender, folder)
    const stopAll = () => stop().finally(removeFolder)
    const isRight = await firstAnswer(`${url}/small`, expectedOf(contender, 'small'))
    const server = { url, pid, ready: performance.now() - start, stop: stopAll }
    if (isRight) return server
    await stopAll()
    throw new Error(`${contender} did not give the right answer in time.`)
  } catch (error) {
    await removeFolder()
    throw error
  }
}

async function launch(contender, folder) {
  if (contender === journalOn) return startOurs()
  if (contender === journalOff) return startOurs('--journal-requests', '0')
  const program = programs[contender]
  if (program) {
    const port = await freePort()
    const command = asServer(...(await program(folder, port)))
    const running = await startProcess(...command, { cwd: folder })
    return { ...running, url: `http://127.0.0.1:${port}` }
  }
  const file = contender === bare ? 'bare' : contender.toLowerCase()
  const script = join(import.meta.dirname, `${file}.mjs`)
  return startProcess(...asServer(process.execPath, script), { address: /^Address (\S+)/ })
}

async function startOurs(...args) {
  const daemon = await startPinnedDaemon('--memory', ...args)
  // 127.0.0.1 like the others: to look up localhost is none of the server's work.
  const url = daemon.url.replace('localhost', '127.0.0.1')
  for (const [name, data] of Object.entries(bodies)) {
    const body = `{"name":"${name}","data":${data}}`
    await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
  }
  return { ...daemon, url: `${url}/endpoint` }
}

/** One that was free just now, and the next one as well. */
async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Asks until somebody answers, for half a minute. */
async function firstAnswer(url, expected) {
  for (let tries = 0; tries < 3000; tries++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.status === 200) {
      const isJson = response.headers.get('content-type')?.startsWith(type)
      if (isJson && (await response.text()) === expected) return true
    } else await response?.text()
    await sleep(10)
  }
  return false
}
