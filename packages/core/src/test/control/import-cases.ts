// Tests of imports through the control API, run in process and over `fetch`.
import { describe, expect, test } from 'vitest'
import type { Control } from '../../control/control.ts'
import { ask } from '../contract/contract-service.ts'
import { type OpenControl, refusal } from './control-service.ts'

/** The body of an import. */
function body(endpoints: readonly string[], rules: readonly string[] = []): string {
  return `{"endpoints":[${endpoints.join(',')}],"rules":[${rules.join(',')}]}`
}

function rule(id: string, of = 'a', more = ''): string {
  return `{"id":"${id}","endpoint":"${of}","response":{"data":"${id}"}${more}}`
}

async function idsOf(control: Control, endpoint?: string): Promise<string[]> {
  const { rules } = await control.listRules({ endpoint, limit: 1000 })
  return rules.map(({ id }) => id)
}

async function namesIn(control: Control): Promise<string[]> {
  return (await control.listEndpoints({ limit: 1000 })).endpoints.map(({ name }) => name)
}

const good = '{"name":"z","data":1}'

export function describeImports(name: string, open: OpenControl): void {
  describe(`${name}: imports`, () => {
    test('an import adds endpoints and rules, and replaces existing ones', async () => {
      const { control, send } = await open()
      for (const name of ['a', 'b']) await control.addEndpoint(`{"name":"${name}","data":"old"}`)
      for (const id of ['1', '2']) await control.addRule(rule(id, 'b'))
      expect(await (await ask(send, '/endpoint/a')).text()).toBe('"old"')
      expect(await (await ask(send, '/endpoint/b')).text()).toBe('"2"')
      const text = body(
        ['{"name":"a","data":[1.10, 2]}', '{"name":"c","data":{"a":1,"a":2},"statusCode":201}'],
        [rule('3', 'b'), '{"id":"1","endpoint":"b","response":{"statusCode":500}}'],
      )
      expect(await control.importRecords(text)).toEqual({ endpoints: 2, rules: 2 })
      expect(await (await ask(send, '/endpoint/a')).text()).toBe('[1.10, 2]')
      expect(await (await ask(send, '/endpoint/b')).text()).toBe('"3"')
      expect((await ask(send, '/endpoint/c')).status).toBe(201)
      expect(await namesIn(control)).toEqual(['a', 'b', 'c'])
      expect(await idsOf(control)).toEqual(['3', '2', '1'])
      expect(await control.getRule('1')).toMatchObject({ used: 0, response: { statusCode: 500 } })
    })

    test.each([
      ['{}', { endpoints: 0, rules: 0 }],
      [' {"$schema" : "x", "rules":[], "endpoints":[] } ', { endpoints: 0, rules: 0 }],
      [`{"rules":[${rule('1')}]}`, { endpoints: 0, rules: 1 }],
    ])('an import may be written as %s', async (text, output) => {
      const { control } = await open()
      expect(await control.importRecords(text)).toEqual(output)
    })

    test('an import takes data of up to 511 levels, like an add', async () => {
      const { control } = await open()
      const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
      const text = (levels: number) => body([`{"name":"a","data":${deep(levels)}}`])
      expect(await control.importRecords(text(511))).toMatchObject({ endpoints: 1 })
      expect(await refusal(control.importRecords(text(512)))).toBe('too-deep')
    })

    test('an import uses the last record of each name and id', async () => {
      const { control } = await open()
      const versions = [1, 2, 3].map((i) => `{"name":"a","data":${i}}`)
      const rules = [rule('1'), rule('2'), rule('1', 'b'), rule('2', 'a', ',"times":2')]
      const unnamed = '{"endpoint":"c","response":{}}'
      const imported = await control.importRecords(body(versions, [...rules, unnamed, unnamed]))
      expect(imported).toMatchObject({ endpoints: 1, rules: 4 })
      expect(await control.getEndpoint('a')).toMatchObject({ data: '3' })
      expect(await idsOf(control, 'a')).toEqual(['2'])
      expect(await idsOf(control, 'b')).toEqual(['1'])
      expect(await control.getRule('2')).toMatchObject({ left: 2 })
    })

    test('imported temporary rules replace permanent ones, and vice versa', async () => {
      const { control } = await open()
      await control.addRule(rule('1'))
      await control.addRule(rule('2', 'a', ',"times":1'))
      await control.importRecords(
        body([], [rule('1', 'a', ',"times":3'), rule('2'), rule('3', 'a', ',"times":1')]),
      )
      expect(await idsOf(control)).toEqual(['1', '3', '2'])
      expect(await control.getRule('1')).toMatchObject({ left: 3, used: 0 })
      expect(await control.getRule('2')).toMatchObject({ left: null })
      expect((await control.getHealth(undefined)).rules).toBe(3)
    })

    test.each<[what: string, text: string, expected: string]>([
      ['no JSON', '{"endpoints":[', 'invalid-json'],
      ['a record that is no JSON', body([good, '{"name":}']), 'invalid-json'],
      ['no object', '[]', 'invalid-json'],
      ['an unknown member', `{"endpoint":[],"endpoints":[${good}]}`, 'invalid-import /endpoint'],
      ['a member twice', `{"endpoints":[${good}],"endpoints":[]}`, 'invalid-import /endpoints'],
      ['a list that is none', '{"endpoints":{},"rules":1}', 'invalid-import /endpoints /rules'],
      ['a schema that is no text', '{"$schema":1}', 'invalid-import /$schema'],
      [
        'wrong endpoints and rules',
        body(
          ['{"name":"a/b"}', good, '1'],
          [rule('1'), '{"endpoint":"a","response":{"delay":-1}}'],
        ),
        'invalid-import /endpoints/0/name /endpoints/0/data /endpoints/2 /rules/1/response/delay',
      ],
    ])('an import with %s is refused, and nothing is added', async (_, text, expected) => {
      const { control } = await open()
      expect(await refusal(control.importRecords(text))).toBe(expected)
      expect(await namesIn(control)).toEqual([])
      expect(await idsOf(control)).toEqual([])
    })

    test('a refused import reports the line and column in its body', async () => {
      const { control } = await open()
      const text = `{"endpoints":[\n${good},\r\n {"name":"é",\n"data":tru}]}`
      const refused = control.importRecords(text)
      await expect(refused).rejects.toMatchObject({ extensions: { line: 4, column: 8 } })
      await expect(refused).rejects.toThrow('Line 4, column 8: expected a value, found `tru`.')
    })

    test('a refused import reports twenty faults, and is read no further', async () => {
      const { control } = await open()
      const error = await control
        .importRecords(body([...Array.from({ length: 30 }, () => '{"data":1}'), '{']))
        .catch((error: unknown) => error)
      const errors = (error as { extensions: { errors: unknown[] } }).extensions.errors
      expect(errors).toHaveLength(21)
      expect(errors.at(-1)).toMatchObject({ pointer: '', detail: expect.stringContaining('more') })
    })

    test('an import is refused when its rules would take too much memory', async () => {
      const { control } = await open()
      const members = Array.from({ length: 24_500 }, (_, i) => `"${i}":0`).join(',')
      const heavy = (_: unknown, i: number) =>
        `{"id":"${i}","endpoint":"${i}","when":{"json":{${members}}},"response":{}}`
      const refused = control.importRecords(body([good], Array.from({ length: 21 }, heavy)))
      expect(await refusal(refused)).toBe('too-many-rules')
      expect(await namesIn(control)).toEqual([])
      await control.importRecords(body([good], Array.from({ length: 20 }, heavy)))
      expect((await control.getHealth(undefined)).rules).toBe(20)
    })

    test('an import is refused when an endpoint would have more than 1000 rules', async () => {
      const { control } = await open()
      const many = (count: number, from = 0) =>
        Array.from({ length: count }, (_, i) => rule(`${from + i}`, 'a', i % 2 ? ',"times":1' : ''))
      expect(await control.importRecords(body([], many(1000)))).toMatchObject({ rules: 1000 })
      expect(await control.importRecords(body([], many(1000)))).toMatchObject({ rules: 1000 })
      const [more] = many(1, 2000)
      const refused = control.importRecords(body([good], [...many(10), more ?? '']))
      expect(await refusal(refused)).toBe('too-many-rules')
      expect(await namesIn(control)).toEqual([])
      const moved = many(2).map((text) => text.replace('"endpoint":"a"', '"endpoint":"b"'))
      await control.importRecords(body([], [more ?? '', ...moved]))
      expect((await control.getHealth(undefined)).rules).toBe(1001)
    })

    test('an import may have at most maxBody bytes', async () => {
      const { control } = await open({ maxBody: 200 })
      const text = (length: number) => body([`{"name":"a","data":"${'x'.repeat(length)}"}`])
      const fitting = 200 - text(0).length
      expect(await control.importRecords(text(fitting))).toMatchObject({ endpoints: 1 })
      expect(await refusal(control.importRecords(text(fitting + 1)))).toBe('body-too-large')
    })
  })
}
