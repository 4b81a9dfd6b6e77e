// Adds over HTTP, in memory and on disk, compared with bare node:http that parses the same body and
// prints the same response.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type Measurement, shareOf } from '../harness/measurement.ts'
import { driver, type Load, underLoad } from '../load/http-load.ts'
import { bare, bareProgram, startOurs } from '../servers/ours.ts'
import { startServer } from '../servers/server.ts'

const [inMemory, onDisk] = ['mock-endpoint, memory', 'mock-endpoint, disk']
const data = `{"text":"${'x'.repeat(89)}"}`
const load: Load = {
  method: 'PUT',
  path: '/api/endpoint/add',
  body: `{"name":"endpoint-#","data":${data}}`,
  expected: (i) => {
    return `{"success":true,"name":"endpoint-${i}","data":${data},"statusCode":200,"delay":0}`
  },
  picking: 'cycle',
  total: 1000,
}

export const add: Measurement = {
  title: 'Adds over HTTP',
  legend: `${driver}, 32 connections. 1,000 names in turn, with data of 100 bytes.`,
  parts({ isShort, folder }) {
    const spell = { seconds: isShort ? 1 : 2 }
    const start = (args: readonly string[]) => () => startOurs(args, {})
    const fresh = () => ['--data-dir', mkdtempSync(join(folder, 'data-'))]
    return [
      {
        title: 'add',
        contenders: {
          [inMemory]: () => underLoad(start(['--memory']), { '': load }, spell),
          [onDisk]: () => underLoad(start(fresh()), { '': load }, spell),
          [bare]: () => underLoad(() => startServer(bareProgram('add')), { '': load }, spell),
        },
        rounds: isShort ? 1 : 3,
        generations: isShort ? 1 : 3,
      },
    ]
  },
  targets: [...shareOf('add', inMemory, bare, 0.5), ...shareOf('add', onDisk, bare, 0.35)],
}
