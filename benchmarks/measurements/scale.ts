// The cost of a million stored endpoints compared with few: time to ready, memory, random reads.
import { createHash } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { openLevelStore } from '@mock-endpoint/core/level'
import { type Contenders, eachTime, type Measurement } from '../harness/measurement.ts'
import { ask } from '../load/ask.ts'
import { driver, type Load, underLoad } from '../load/http-load.ts'
import { daemon } from '../servers/ours.ts'
import { startServer } from '../servers/server.ts'

const million = 1_000_000
/** After `warmUp` seconds of reads, the requested endpoints are in the cache. */
const full = {
  totals: [0, 1, 1000, 100_000, million],
  starts: 9,
  warmUp: 20,
  rounds: 5,
  seconds: 2,
}
/** Long enough to measure the memory of many random reads, a target that can fail the run. */
const short = { totals: [0, million], starts: 5, warmUp: 1, rounds: 2, seconds: 8 }
const batch = 10_000

/** 40 to 140 characters that hardly compress, because pages of the data files count as memory. */
function dataOf(i: number): string {
  const text = createHash('sha256').update(String(i)).digest('hex').repeat(2)
  return `{"id":${i},"text":"${text.slice(0, 20 + (i % 100))}"}`
}

async function fill(folder: string, total: number): Promise<void> {
  const store = await openLevelStore(folder)
  for (let start = 0; start < total; start += batch) {
    const length = Math.min(batch, total - start)
    const writes = Array.from({ length }, (_, i) => start + i).map((i) =>
      store.put({ name: `endpoint-${i}`, data: dataOf(i), statusCode: 200, delay: 0 }),
    )
    await Promise.all(writes)
  }
  await store.close()
}

async function startOn(folder: string, total: string) {
  const server = await startServer({ ...daemon(['--data-dir', folder]), on: 'all' })
  const { text } = await ask(`${server.url}/api/health`)
  await server.stop()
  const { endpoints } = JSON.parse(text)
  if (endpoints !== Number(total)) throw new Error(`${endpoints} are stored, not ${total}.`)
  return { 'ready, ms': server.ready }
}

export const scale: Measurement = {
  title: 'Many endpoints',
  legend: `${driver}, 32 connections. MB is what is resident without mapped files.`,
  async parts({ isShort, folder, say }) {
    const { totals, starts, warmUp, rounds, seconds } = isShort ? short : full
    const folderOf = (total: string) => join(folder, total)
    for (const total of totals) {
      say(`storing ${total}`)
      await fill(folderOf(String(total)), total)
    }
    // A daemon for each total and picking, because its cache keeps the endpoints requested before.
    const readers = totals.filter(Boolean).flatMap((total) =>
      (['uniform', 'Zipf'] as const).map((picking) => {
        const load: Load = { path: '/endpoint/endpoint-#', expected: dataOf, picking, total }
        const start = async () => {
          const own = folderOf(`${total}-${picking}`)
          await cp(folderOf(String(total)), own, { recursive: true })
          return startServer(daemon(['--data-dir', own]))
        }
        const name = `${total} ${picking}`
        return [name, () => underLoad(start, { '': load }, { seconds, warmUp })] as const
      }),
    )
    const contenders: Contenders = Object.fromEntries(readers)
    const onTotal = (total: string) => startOn(folderOf(total), total)
    return [
      { title: 'starts', contenders: eachTime(totals.map(String), onTotal), rounds: starts },
      { title: 'reads', contenders, rounds },
    ]
  },
  targets: [
    { table: 'reads', figure: '1/s', of: '1000000 Zipf', to: '1 Zipf', atLeast: 0.8 },
    {
      table: 'starts',
      figure: 'ready, ms',
      of: '1000000',
      to: '0',
      take: 'difference',
      atMost: 100,
    },
    // Memory does not depend on how busy the machine is.
    ...['1000000 uniform', '1000000 Zipf'].map((of) => {
      const target = {
        table: 'reads',
        figure: 'most MB',
        of,
        take: 'highest',
        atMost: 300,
      } as const
      return { ...target, isHard: true }
    }),
  ],
}
