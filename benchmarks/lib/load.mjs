// Load on one URL: by wrk, which costs its processor least, or by autocannon where there is none.
import { execFile, spawnSync } from 'node:child_process'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { asLoad } from './pinning.mjs'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'load.lua')

/** What puts the load on. */
export const driver = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk'

/**
 * Resolves to the answers a second, how many there were, and the latency in milliseconds that one
 * in a hundred exceeds. Rejects when one was an error, or has not the expected body.
 */
export async function measureThroughput({ url, connections, seconds, expected }) {
  await checkAnswer(url, expected)
  const drive = driver === 'wrk' ? byWrk : byAutocannon
  const load = await drive({ url, connections, seconds, expected })
  await checkAnswer(url, expected)
  return load
}

/** The arguments are those of load.lua. */
export async function byWrk({ url, connections, seconds, expected = '', args = [] }) {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url, '--', ...args]
  const [command, all] = asLoad('wrk', ...options.map(String))
  const { stdout } = await run(command, all)
  const { total, failed, micros, bytes, p99 } = JSON.parse(stdout.trim().split('\n').at(-1))
  // It counts bytes where the others compare them.
  const areShort = bytes < total * (expected === '' ? 0 : await lengthOf(url))
  if (failed > 0 || total === 0 || areShort)
    throw new Error(`Not every answer was right: ${stdout}`)
  return { perSecond: (1_000_000 * total) / micros, total, p99 }
}

async function byAutocannon({ url, connections, seconds, expected }) {
  const result = await autocannon({ url, connections, duration: seconds, expectBody: expected })
  const { mismatches, errors, non2xx } = result
  if (mismatches + errors + non2xx > 0) throw new Error('Not every answer was right.')
  const { requests, latency } = result
  return { perSecond: requests.average, total: requests.total, p99: latency.p99 }
}

/** How many bytes an answer has, its head included: as one is asked for by wrk, on a connection that is kept. */
function lengthOf(url) {
  const agent = new Agent({ keepAlive: true })
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      const { socket } = response
      response.resume().on('end', () => {
        resolve(socket.bytesRead)
        agent.destroy()
      })
    }).on('error', reject)
  })
}

async function checkAnswer(url, expected) {
  const response = await fetch(url)
  const text = await response.text()
  if (response.status === 200 && text === expected) return
  const start = text.slice(0, 100)
  throw new Error(`${url} answered ${response.status} ${start}, not ${expected.slice(0, 100)}`)
}
