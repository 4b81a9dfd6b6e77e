// Daemons that share a Redis, compared with the same daemon on its own data folder.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { eachTime, type Measurement, shareOf } from '../harness/measurement.ts'
import { ask } from '../load/ask.ts'
import { driver, type Load, underLoad } from '../load/http-load.ts'
import { daemon, startOurs } from '../servers/ours.ts'
import { startOnRedis, startRedis } from '../servers/redis.ts'
import { startServer } from '../servers/server.ts'

const [onFolder, alone, withTwo] = ['on a folder', 'on Redis', 'on Redis, with two others']
const small = '{"hello":"world"}'
const read: Load = { path: '/endpoint/small', expected: () => small }
const data = `{"text":"${'x'.repeat(89)}"}`
const add: Load = {
  method: 'PUT',
  path: '/api/endpoint/add',
  body: `{"name":"endpoint-#","data":${data}}`,
  expected: (i) =>
    `{"success":true,"name":"endpoint-${i}","data":${data},"statusCode":200,"delay":0}`,
  picking: 'cycle',
  total: 1000,
}

/** Start and first read of a daemon on a Redis that already has 1,000 endpoints of 5 kB each. */
async function firstRead(url: string) {
  const server = await startServer(daemon(['--store', url]))
  const began = performance.now()
  const { status } = await ask(`${server.url}/endpoint/many-500`)
  const took = performance.now() - began
  await server.stop()
  if (status !== 200) throw new Error(`The first read was answered ${status}.`)
  return { 'ready, ms': server.ready, 'first read, ms': took }
}

export const shared: Measurement = {
  title: 'Daemons that share a Redis',
  legend: `${driver}, 32 connections. Redis syncs each write; all are on the same two processors.`,
  async parts({ isShort, folder, say }) {
    const spell = { seconds: isShort ? 1 : 3 }
    const how = { rounds: isShort ? 1 : 3, generations: isShort ? 1 : 3 }
    const fresh = () => ['--data-dir', mkdtempSync(join(folder, 'data-'))]
    const contenders = (load: Load) => ({
      [onFolder]: () => underLoad(() => startOurs(fresh(), { small }), { '': load }, spell),
      [alone]: () => underLoad(() => startOnRedis(folder, 1, { small }), { '': load }, spell),
      [withTwo]: () => underLoad(() => startOnRedis(folder, 3, { small }), { '': load }, spell),
    })
    say('storing 1,000')
    const redis = await startRedis(folder)
    const text = `"${'x'.repeat(5_000)}"`
    const many = Array.from({ length: 1_000 }, (_, i) => [`many-${i}`, text])
    await (await startOurs(['--store', redis.url], Object.fromEntries(many))).stop()
    return [
      { title: 'shared, read', contenders: contenders(read), ...how },
      { title: 'shared, add', contenders: contenders(add), ...how },
      {
        title: 'shared, a daemon that comes to 1,000 endpoints',
        contenders: eachTime(['mock-endpoint'], () => firstRead(redis.url)),
        rounds: isShort ? 1 : 9,
      },
    ]
  },
  targets: [
    ...shareOf('shared, read', alone, onFolder, 0.9),
    ...shareOf('shared, add', alone, onFolder, 0.8),
    ...shareOf('shared, read', withTwo, onFolder),
    ...shareOf('shared, add', withTwo, onFolder),
    {
      table: 'shared, a daemon that comes to 1,000 endpoints',
      figure: 'first read, ms',
      of: 'mock-endpoint',
      atMost: 50,
    },
  ],
}
