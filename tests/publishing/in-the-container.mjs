// Runs inside the empty root, which contains only Node, the app and this file. It starts the daemon
// as the image does, requests an endpoint, adds that endpoint, and stops the daemon.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const { entrypoint, health, args, env } = JSON.parse(process.argv[2])
const url = 'http://127.0.0.1:16540'
const options = { env: { ...process.env, ...env } }
const [program, ...own] = entrypoint

const daemon = spawn(program, [...own, ...args], {
  ...options,
  stdio: ['ignore', 'ignore', 'pipe'],
})
let stderr = ''
daemon.stderr.setEncoding('utf8').on('data', (text) => {
  stderr += text
})
const closed = once(daemon, 'close').then(([code]) => code)
let hasEnded = false
closed.then(() => {
  hasEnded = true
})

const found = (await isHealthy()) ? await use() : {}
daemon.kill('SIGTERM')
process.stdout.write(JSON.stringify({ ...found, code: await closed, stderr }))

async function isHealthy() {
  const [checker, ...rest] = health
  const end = Date.now() + 30_000
  while (!hasEnded && Date.now() < end) {
    if (spawnSync(checker, rest, options).status === 0) return true
    await sleep(200)
  }
  return false
}

async function use() {
  const before = await (await fetch(`${url}/endpoint/kept`)).text()
  const token = env.MOCK_ENDPOINT_TOKEN
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const body = '{"name":"kept","data":[1.10]}'
  const { status } = await fetch(`${url}/api/endpoint/add`, { method: 'PUT', headers, body })
  return {
    before,
    added: status,
    user: process.getuid(),
    writable: ['/app', '/data'].filter(isWritable),
  }
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
