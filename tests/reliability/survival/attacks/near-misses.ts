// Unknown names for which it is costly to find the closest existing ones.
import { askOnce, plainRequest } from '../../hostile/connection.ts'
import { withBody } from '../../hostile/limits.ts'
import { addMany } from '../add-many.ts'
import { type Attack, manyAtOnce } from '../attack.ts'

const path = '/api/endpoint/add'

/** Returns a name of 255 characters that differs from all others for most of its length. */
function longName(i: number): string {
  let name = 'long-'
  for (let seed = i + 1; name.length < 255; seed = (seed * 48_271) % 2_147_483_647) {
    name += seed.toString(36)
  }
  return name.slice(0, 255)
}

function add(name: string): string {
  return withBody('PUT', path, `{"name":"${name}","data":1}`)
}

async function ask404(url: string, signal: AbortSignal): Promise<void> {
  let turn = 0
  await manyAtOnce(50, signal, async () => {
    turn += 1
    await askOnce(url, plainRequest('GET', `/endpoint/${longName(1_000_000 + turn)}`))
  })
}

export const attacks: readonly Attack[] = [
  {
    name: 'unknown names of 255 characters, fifty at once, among 5,000 of that length',
    args: ['--memory'],
    prepare: (url) => addMany(url, 5_000, longName),
    run: ask404,
  },
  {
    name: 'unknown names of 255 characters on disk',
    prepare: (url) => addMany(url, 5_000, longName),
    run: ask404,
  },
  {
    name: 'unknown names after a clear of 50,000 endpoints',
    async prepare(url) {
      await addMany(url, 50_000, (i) => `long-${i}`)
      await askOnce(url, plainRequest('DELETE', '/api/endpoint'))
      const witness = '{"name":"witness","data":{"still":"here"}}'
      await askOnce(url, withBody('PUT', path, witness))
    },
    run: ask404,
  },
  {
    name: 'unknown names and adds in turn, among 100,000 names',
    args: ['--memory'],
    prepare: (url) => addMany(url, 100_000, (i) => `long-${i}`),
    async run(url, signal) {
      let turn = 0
      await manyAtOnce(10, signal, async () => {
        turn += 1
        await askOnce(url, add(`new-${turn}`))
        await askOnce(url, plainRequest('GET', `/endpoint/news-${turn}`))
      })
    },
  },
]
