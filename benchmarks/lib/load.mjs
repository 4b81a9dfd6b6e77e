// Load on one URL: by wrk, which costs its processor least, or by autocannon where there is none.
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)

/** What puts the load on. */
export const driver = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk'

/** Resolves to the answers a second, and how many there were. Rejects when one was an error, or has not the expected body. */
export async function measureThroughput({ url, connections, seconds, expected }) {
  await checkAnswer(url, expected)
  const drive = driver === 'wrk' ? byWrk : byAutocannon
  const load = await drive({ url, connections, seconds, expected })
  await checkAnswer(url, expected)
  return load
}

async function byWrk({ url, connections, seconds }) {
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, url])
  const problem = /Non-2xx.*|Socket errors.*/.exec(stdout)?.[0]
  if (problem !== undefined) throw new Error(`Not every answer was right: ${problem}`)
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  return { perSecond, total: Number(/(\d+) requests in/.exec(stdout)?.[1]) }
}

async function byAutocannon({ url, connections, seconds, expected }) {
  const result = await autocannon({ url, connections, duration: seconds, expectBody: expected })
  const { mismatches, errors, non2xx } = result
  if (mismatches + errors + non2xx > 0) throw new Error('Not every answer was right.')
  return { perSecond: result.requests.average, total: result.requests.total }
}

async function checkAnswer(url, expected) {
  const text = await (await fetch(url)).text()
  if (text !== expected) throw new Error(`${url} answered ${text}, not ${expected}`)
}
