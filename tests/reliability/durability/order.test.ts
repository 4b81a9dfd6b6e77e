// Between the arrival of each add request and its 200, the kernel sees a sync.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createClient } from '../lib/calls.ts'
import { freshFolder, startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { createRandom, randomData } from '../lib/random.ts'
import { whyNoStrace } from '../lib/strace.ts'

const adds = 200
const missing = whyNoStrace()

beforeEach((context) => {
  context.skip(missing !== undefined, missing)
})

test.each([1, 8])('%i clients get no 200 before the sync of their write', async (clients) => {
  const { answered, violations } = await trace(clients)
  note(`order of sync and answer, ${clients} at once`, { adds: answered, violations })
  expect({ answered, violations }).toEqual({ answered: adds, violations: 0 })
})

test('the check finds a daemon that does not sync', async () => {
  const { answered, violations } = await trace(1, ['does not sync'])
  expect({ answered, violations }).toEqual({ answered: adds, violations: adds })
})

async function trace(clients: number, defects: readonly Defect[] = []): Promise<Checked> {
  const folder = await freshFolder()
  try {
    const file = join(folder.path, 'trace')
    const calls = 'trace=read,write,writev,fdatasync'
    const under = ['strace', '-f', '-qq', '-s', '48', '-e', calls, '-e', 'signal=none', '-o', file]
    const daemon = await startDaemon({ cwd: folder.path, under, defects })
    const client = createClient(daemon.url)
    const random = createRandom()
    const work = Array.from({ length: clients }, async (_, worker) => {
      for (let i = 0; i < adds / clients; i++) {
        const name = `${worker} ${i}`
        const data = randomData(random, 100)
        await (i % 2 === 0 ? client.add(name, data) : client.addRule(name, name, data))
      }
    })
    await Promise.all(work)
    client.close()
    await daemon.stop()
    return check(await readFile(file, 'utf8'))
  } finally {
    await folder.remove()
  }
}

interface Checked {
  /** Number of add requests, for endpoints and for rules, that got a 200. */
  readonly answered: number
  /** Number of those without a sync that began and ended between request and response. */
  readonly violations: number
}

/** Checks lines of strace: each has a process id, and a call that has ended, begun or resumed. */
function check(lines: string): Checked {
  /** The line at which the add request of each socket arrived. */
  const arrived = new Map<string, number>()
  const syncs: { readonly begun: number; readonly ended: number }[] = []
  const begun = new Map<string, number>()
  /** The socket that each process is reading from. */
  const reading = new Map<string, string>()
  let answered = 0
  let violations = 0
  lines.split('\n').forEach((line, now) => {
    const [, process = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const resumed = begun.get(process)
    if (/^fdatasync\(\d+\) += 0/.test(call)) syncs.push({ begun: now, ended: now })
    else if (/^fdatasync\(\d+ <unfinished/.test(call)) begun.set(process, now)
    else if (/^<\.\.\. fdatasync resumed>.*= 0/.test(call) && resumed !== undefined) {
      syncs.push({ begun: resumed, ended: now })
    }
    const waiting = /^read\((\d+), +<unfinished/.exec(call)?.[1]
    if (waiting !== undefined) reading.set(process, waiting)
    const request = /^<\.\.\. read resumed>"PUT \/api\/(?:endpoint|rule)\/add/.test(call)
      ? reading.get(process)
      : /^read\((\d+), "PUT \/api\/(?:endpoint|rule)\/add/.exec(call)?.[1]
    if (request !== undefined) arrived.set(request, now)
    const response = /^writev?\((\d+), .*"HTTP\/1\.1 200/.exec(call)?.[1]
    const since = arrived.get(response ?? '')
    if (response === undefined || since === undefined) return
    arrived.delete(response)
    answered++
    if (!syncs.some(({ begun: from }) => from > since)) violations++
  })
  return { answered, violations }
}
