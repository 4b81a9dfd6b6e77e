// Exports of all endpoints and rules, read and imported again, byte for byte and in any chunks.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Control } from '../control/control.ts'
import { createService } from '../http/app.ts'
import { createMemoryStore } from '../memory.ts'
import { type Endpoint, endpointToJson } from '../model/endpoint/endpoint.ts'
import type { ListedRule } from '../model/rule/rule.ts'
import { type RecordFormat, writeRecords } from '../transfer.ts'
import { readAll, toLines } from './record-files.ts'
import { type Fixture, fixture } from './record-fixtures.ts'

function openControl(): Control {
  return createService({ store: createMemoryStore() }).control()
}

async function fill(control: Control, { endpoints, rules }: Fixture): Promise<void> {
  for (const each of endpoints) await control.addEndpoint(endpointToJson(each))
  for (const each of rules) await control.addRule(each)
}

async function* endpointsOf(control: Control): AsyncGenerator<Endpoint> {
  for (let after: string | undefined; ; ) {
    const { endpoints, next } = await control.listEndpoints({ after, limit: 3 })
    yield* endpoints
    if (next === null) return
    after = next
  }
}

async function* rulesOf(control: Control): AsyncGenerator<ListedRule> {
  for (let after: string | undefined; ; ) {
    const { rules, next } = await control.listRules({ after, limit: 3 })
    yield* rules
    if (next === null) return
    after = next
  }
}

async function exported(control: Control, format: RecordFormat): Promise<string> {
  let text = ''
  const records = { endpoints: endpointsOf(control), rules: rulesOf(control) }
  for await (const piece of writeRecords(records, { format })) text += piece
  return text
}

describe.each<RecordFormat>(['document', 'lines'])('records as %s', (format) => {
  test('an export that is imported and exported again has the same bytes', async () => {
    const property = fc.asyncProperty(
      fixture,
      fc.integer({ min: 1, max: 64 }),
      async (given, size) => {
        const [first, second] = [openControl(), openControl()]
        await fill(first, given)
        const text = await exported(first, format)
        const records = await readAll(text, { size })
        expect(toLines(records).filter((line) => /^\d/.test(line))).toEqual([])
        for (const record of records) {
          if (record.fault) continue
          if (record.kind === 'endpoint') await second.addEndpoint(record.text)
          else await second.addRule(record.text)
        }
        expect(await exported(second, format)).toBe(text)
        const third = openControl()
        await third.importRecords(await exported(second, 'document'))
        expect(await exported(third, format)).toBe(text)
        expect(await third.listRules({})).toEqual(await first.listRules({}))
      },
    )
    await fc.assert(property, { numRuns: 150, seed: 18 })
  })

  test('an export is read the same in chunks of any size', async () => {
    const property = fc.asyncProperty(fixture, async (given) => {
      const control = openControl()
      await fill(control, given)
      const text = await exported(control, format)
      const whole = await readAll(text)
      const { length } = new TextEncoder().encode(text)
      for (let size = 1; size < Math.min(length, 40); size++) {
        expect(await readAll(text, { size })).toEqual(whole)
      }
    })
    await fc.assert(property, { numRuns: 30, seed: 18 })
  })
})

test('each exported record is on its own line, and rules are in the order of adding', async () => {
  const control = openControl()
  for (const name of ['b', 'a']) await control.addEndpoint(`{"name":"${name}","data":"\u2028"}`)
  const texts = ['1', '2'].map((id) => `{"id":"${id}","endpoint":"a","response":{}}`)
  texts.push('{"id":"3","endpoint":"a","response":{},"times":1}')
  for (const text of texts) await control.addRule(text)
  const names = ['a', 'b'].map((name) => {
    return `{"name":"${name}","data":"\u2028","statusCode":200,"delay":0}`
  })
  expect(await exported(control, 'lines')).toBe(`${[...names, ...texts].join('\n')}\n`)
  const list = (name: string, records: readonly string[]) =>
    `  "${name}": [\n    ${records.join(',\n    ')}\n  ]`
  expect(await exported(control, 'document')).toBe(
    `{\n${list('endpoints', names)},\n${list('rules', texts)}\n}\n`,
  )
})

test('a document without records has its schema and empty lists', async () => {
  const nothing = { endpoints: endpointsOf(openControl()), rules: rulesOf(openControl()) }
  let text = ''
  for await (const piece of writeRecords(nothing, { schema: 'a"b' })) text += piece
  expect(text).toBe('{\n  "$schema": "a\\"b",\n  "endpoints": [],\n  "rules": []\n}\n')
  expect(await readAll(text)).toEqual([])
})

test('an export leaves out white space around data', async () => {
  const records = {
    endpoints: (async function* () {
      yield { name: 'a', data: ' \r\n[1 ]\t', statusCode: 200, delay: 0 }
    })(),
    rules: (async function* () {})(),
  }
  let text = ''
  for await (const piece of writeRecords(records, { format: 'lines' })) text += piece
  expect(text).toBe('{"name":"a","data":[1 ],"statusCode":200,"delay":0}\n')
})
