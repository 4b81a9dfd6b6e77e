import { describe, expect, test } from 'vitest'
import { readAll, toLines } from '../test/record-files.ts'
import { readRecords } from './read-records.ts'

const status = '/statusCode must be an integer from 200 to 599 (1xx cannot end an exchange).'
const neither = 'the record needs `name` for an endpoint, or `endpoint` for a rule.'

async function linesOf(file: string | Uint8Array): Promise<string[]> {
  return toLines(await readAll(file))
}

describe('a document', () => {
  test.each<[string, string, string[]]>([
    [
      'both lists',
      '{"endpoints":[{"name":"a","data":1}],"rules":[{"endpoint":"b","response":{}}]}',
      ['endpoint a at 1:15', 'rule b at 1:47'],
    ],
    [
      'rules alone, on lines of their own',
      '{\r\n"rules":[\r{"endpoint":"b",\n"response":{}}\n]}\n',
      ['rule b at 3:1'],
    ],
    [
      'brackets and quotes in strings',
      '{"endpoints":[{"name":"]}\\"{","data":"\\\\"},{"data":[{"]":"}"}],"name":"b"}]}',
      ['endpoint ]}"{ at 1:15', 'endpoint b at 1:44'],
    ],
    [
      'a schema, which is passed over',
      '{"$schema":"x","endpoints":[ {"name":"a","data":1}]}',
      ['endpoint a at 1:30'],
    ],
    ['a byte order mark', '\ufeff{"endpoints":[{"name":"a","data":1}]}', ['endpoint a at 1:15']],
    [
      'characters of two, three and four bytes',
      '{"endpoints":[{"name":"é€😀","data":1},{"name":"b","data":1}]}',
      ['endpoint é€😀 at 1:15', 'endpoint b at 1:40'],
    ],
    [
      'names in escapes',
      '{"\\u0065ndpoints":[{"n\\u0061me":"a","data":1}]}',
      ['endpoint a at 1:20'],
    ],
    ['nothing', '{}', []],
    ['empty lists', ' { "endpoints" : [ ] , "rules" : [ ] } ', []],
  ])('a document may have %s', async (_, file, expected) => {
    expect(await linesOf(file)).toEqual(expected)
  })

  const good = '{"name":"z","data":1}'
  test.each<[string, string, string]>([
    ['a value that is not allowed', '{"name":"a","data":1,\n "statusCode": 1}', `2:2 ${status}`],
    ['a member that is missing', '{"name":"a"}', '1:15 /data is missing; it is any JSON value.'],
    [
      'a member that does not exist',
      '{"name":"é","data":1,"delya":1}',
      '1:36 /delya is not one of name, data, statusCode, delay: did you mean `delay`?',
    ],
    ['what is no object', '[]', '1:15 the record must be an object.'],
    ['a number', '1', '1:15 the record must be an object.'],
    ['a word', 'nul', '1:15 expected a value, found `nul`.'],
    [
      'a comma that is missing',
      '{"name":"a" "data":1}',
      '1:27 expected a comma or }, found `"data"`.',
    ],
    [
      'a tab in a string',
      '{"name":"a\tb","data":1}',
      '1:25 a string may not hold the control character U+0009; escape it.',
    ],
    [
      'a name that is no string',
      '{"name":"a",\ndata:1}',
      '2:1 expected a name in quotes, found `data`.',
    ],
    [
      'too many levels',
      `{"name":"a","data":${'['.repeat(600)}${']'.repeat(600)}}`,
      '1:545 arrays and objects may be nested 512 deep.',
    ],
  ])('reading continues after a record with %s', async (_, record, fault) => {
    const file = `{"endpoints":[${record},${good}]}`
    const [first, second, ...others] = await linesOf(file)
    expect([first, others]).toEqual([fault, []])
    expect(second).toMatch(/^endpoint z /)
  })

  test('a fault in a rule has the place of its member', async () => {
    const rule = '{"endpoint":"a",\n"responses":[{"statusCode":200},\n{"headers":{"a/~b":1}}]}'
    expect(await linesOf(`{"rules":[${rule}]}`)).toEqual([
      '3:13 /responses/1/headers/a~1~0b is not a name that a header can have.',
    ])
  })

  test('reading continues after a record that is not UTF-8', async () => {
    const [start, end] = ['{"endpoints":[{"name":"é","data":"', `"},${good}]}`]
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xff]), Buffer.from(end)])
    const [first, second] = await linesOf(bytes)
    expect(first).toMatch(/^1:35 byte 21 \(0xFF\) is not valid UTF-8/)
    expect(second).toBe('endpoint z at 1:39')
  })

  test.each<[string, string, string]>([
    [
      'that is unknown',
      '"endpoint":[{"name":"a","data":1}]',
      '1:2 /endpoint is not one of endpoints, rules, $schema, serve: did you mean `endpoints`?',
    ],
    ['that is given twice', '"rules":[],"rules":[1]', '1:13 /rules is given more than once.'],
    ['that should be a list', '"rules":{"a":[1]}', '1:10 /rules must be a list.'],
    ['that should be a string', '"$schema":1', '1:12 /$schema must be a string.'],
  ])('reading continues after a member %s', async (_, member, fault) => {
    const lines = await linesOf(`{${member},"endpoints":[${good}]}`)
    expect(lines).toEqual([fault, expect.stringMatching(/^endpoint z /)])
  })

  test.each<[string, string, string]>([
    ['[]', '1:1', 'an object with the members endpoints and rules, found `[`'],
    ['hello', '1:1', 'an object with the members endpoints and rules, found `h`'],
    ['{', '1:2', 'a name in quotes or }, found the end of the file'],
    ['{"endpoints"', '1:13', 'a colon, found the end of the file'],
    ['{"endpoints":', '1:14', 'a value, found the end of the file'],
    ['{"endpoints":[', '1:15', 'a record or ], found the end of the file'],
    ['{"endpoints":[1', '1:16', 'the rest of a value, found the end of the file'],
    ['{"endpoints":[],}', '1:17', 'a name in quotes, found `}`'],
    ['{"endpoints":[]]', '1:16', 'a comma or }, found `]`'],
    ['{"endpoints":[}', '1:15', 'a record or ], found `}`'],
    ['{"endpoints" []}', '1:14', 'a colon, found `[`'],
    ['{"endpoints":,}', '1:14', 'a value, found `,`'],
    ['{"endpoints":[]}\n{', '2:1', 'the end of the file, found `{`'],
    ['{"endpoints":[{"name":["a"}', '1:27', 'a comma or ], found `}`'],
    ['{"endpoints":[{"name":"a"]', '1:26', 'a comma or }, found `]`'],
    ['{x', '1:2', 'a name in quotes or }, found `x`'],
  ])('reading ends where a document stops being JSON: %s', async (file, place, expected) => {
    expect((await linesOf(file)).at(-1)).toBe(`${place} expected ${expected}.`)
  })

  test.each([
    ['{"endpoints":[{"name":"a\n"}]}', '1:23 this string is not closed on its line.'],
    ['{"endpoints":[{"name":"a', '1:23 this string is not closed.'],
  ])('reading ends at a string that is not closed: %j', async (file, fault) => {
    expect(await linesOf(file)).toEqual([fault])
  })

  test('the records before invalid JSON are returned', async () => {
    const lines = await linesOf(`{"endpoints":[${good},\n${good}}`)
    expect(lines).toEqual([
      'endpoint z at 1:15',
      'endpoint z at 2:1',
      '2:22 expected a comma or ], found `}`.',
    ])
  })

  test('a record that is too long is refused, and reading continues', async () => {
    const long = `{"name":"a","data":"${'x'.repeat(100)}"}`
    const records = await readAll(`{"endpoints":[${long},${good}]}`, { maxRecord: 100, size: 7 })
    expect(toLines(records)).toEqual([
      '1:15 The record at line 1 is over the limit of 100 bytes.',
      'endpoint z at 1:138',
    ])
  })
})

describe('JSON Lines', () => {
  test('each line of JSON Lines is a record, or a string with the JSON of one', async () => {
    const spelled = JSON.stringify('{"name":"b","data":[1,\n2]}')
    const file = `{"name":"a","data":1}\n\n \t${spelled}\r\n{"response":{},"endpoint":"c"}`
    const records = await readAll(file)
    expect(toLines(records)).toEqual(['endpoint a at 1:1', 'endpoint b at 3:3', 'rule c at 4:1'])
    expect(records[1]).toMatchObject({ endpoint: { data: '[1,\n2]' } })
  })

  test('reading continues after an invalid line', async () => {
    const file = [
      '{"name":"a"}',
      '{"name":"a","data":1,"statusCode":1}',
      '"{\\"name\\":\\"a\\"}"',
      '"x',
      '"{"',
      '1',
      '{"data":1}',
      '{"name":',
      '{"name":"z","data":1}',
    ].join('\n')
    expect(await linesOf(file)).toEqual([
      '1:1 /data is missing; it is any JSON value.',
      `2:22 ${status}`,
      '3:1 /data is missing; it is any JSON value.',
      '4:1 this string is not closed on its line.',
      '5:1 Line 1, column 2: expected a name in quotes or }, found the end of the text.',
      '6:1 the record must be an object, or a string that spells one.',
      `7:1 ${neither}`,
      '8:9 expected a value, found the end of the text.',
      'endpoint z at 9:1',
    ])
  })

  test('a line that is too long is refused, and reading continues', async () => {
    const file = `{"name":"a","data":"${'x'.repeat(100)}"}\n{"name":"z","data":1}`
    expect(toLines(await readAll(file, { maxRecord: 100, size: 7 }))).toEqual([
      '1:1 The record at line 1 is over the limit of 100 bytes.',
      'endpoint z at 2:1',
    ])
  })

  test.each(['', ' \n\n', '\ufeff'])('JSON Lines may have no records: %j', async (file) => {
    expect(await readAll(file)).toEqual([])
  })

  test('with the format `lines`, a file is read as JSON Lines', async () => {
    expect(toLines(await readAll('{"x":1}\n{"name":"z","data":1}', { format: 'lines' }))).toEqual([
      `1:1 ${neither}`,
      'endpoint z at 2:1',
    ])
  })
})

describe('a file that is not text in UTF-8', () => {
  test.each<[string, number[], RegExp]>([
    ['gzip', [0x1f, 0x8b, 8, 0, 0, 0], /^1:1 The file is compressed with gzip; unpack it first\.$/],
    ['ZIP', [0x50, 0x4b, 3, 4, 0], /^1:1 The file is a ZIP archive/],
    [
      'UTF-16',
      [...Buffer.from('\ufeff{}', 'utf16le')],
      /^1:1 The file is not UTF-8 but probably UTF-16/,
    ],
    ['UTF-16 without a mark', [...Buffer.from('{}', 'utf16le')], /UTF-16/],
  ])(
    'a file that is not text in UTF-8 is refused with one fault: %s',
    async (_, bytes, sentence) => {
      const [line, ...others] = await linesOf(new Uint8Array(bytes))
      expect(line).toMatch(sentence)
      expect(others).toEqual([])
    },
  )
})

test('an error of the source rejects the read', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('{"endpoints":[')
    throw new Error('EIO')
  }

  const read = async () => {
    for await (const _ of readRecords(broken())) expect.unreachable()
  }
  await expect(read()).rejects.toThrow('EIO')
})
