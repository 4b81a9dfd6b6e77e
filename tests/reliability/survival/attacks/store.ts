// Useless work for the store on disk: endpoints that are added and removed, and their remains.
import { askOnce, plainRequest } from '../../hostile/connection.ts'
import { addOfSize, withBody } from '../../hostile/limits.ts'
import { addMany } from '../add-many.ts'
import { type Attack, manyAtOnce } from '../attack.ts'

const path = '/api/endpoint'
const largest = 10 * 1024 * 1024 - 1024
const large = withBody('PUT', `${path}/add`, addOfSize(largest, 'large'))
const removal = plainRequest('DELETE', `${path}/large`)
const clear = plainRequest('DELETE', path)
const list = plainRequest('GET', path)

export const attacks: readonly Attack[] = [
  {
    name: 'a large endpoint that comes and goes',
    async run(url, signal) {
      await manyAtOnce(4, signal, async () => {
        await askOnce(url, large)
        await askOnce(url, removal)
      })
    },
  },
  {
    name: 'clears in a row, with adds and lists in between',
    reads: '/api/openapi.json',
    prepare: (url) => addMany(url, 20_000, longName),
    async run(url, signal) {
      await Promise.all([
        manyAtOnce(8, signal, async () => void (await askOnce(url, clear))),
        manyAtOnce(4, signal, async (who) => void (await askOnce(url, small(`${who}`)))),
        manyAtOnce(4, signal, async () => void (await askOnce(url, list))),
      ])
    },
  },
  {
    name: 'lists of what was removed',
    prepare: (url) => addMany(url, 20_000, longName),
    async run(url, signal) {
      const removed = plainRequest('GET', `${path}?prefix=${longName(0).slice(0, 200)}`)
      await Promise.all([
        manyAtOnce(8, signal, async (who) => {
          for (let i = who; i < 20_000 && !signal.aborted; i += 8) {
            await askOnce(url, plainRequest('DELETE', `${path}/${longName(i)}`))
          }
        }),
        manyAtOnce(8, signal, async () => void (await askOnce(url, removed))),
      ])
    },
  },
]

function small(name: string): string {
  return withBody('PUT', `${path}/add`, `{"name":"${name}","data":1}`)
}

/** Returns names that differ only at the end, so that LevelDB has to compare them in full. */
function longName(i: number): string {
  return `${'x'.repeat(240)}${i + 100_000}`
}
