// `mock-endpoint export` and `import` against a running daemon.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { type Ended, empty, freshFolder, startDaemonInMemory } from './daemon.ts'
import { programOf } from './program.ts'

let daemon: Awaited<ReturnType<typeof startDaemonInMemory>>
let folder: Awaited<ReturnType<typeof freshFolder>>

beforeAll(async () => {
  daemon = await startDaemonInMemory()
  folder = await freshFolder()
})
afterAll(async () => {
  await daemon.stop()
  await folder.remove()
})
beforeEach(() => empty(daemon.url))

function run(...args: readonly string[]): Promise<Ended> {
  return pipe('', ...args)
}

function pipe(input: string | Uint8Array, ...args: readonly string[]): Promise<Ended> {
  return runCommand(args, { cwd: folder.path, env: { MOCK_ENDPOINT_URL: daemon.url }, input })
}

function printed(stdout: string): Ended {
  return { code: 0, stdout, stderr: '' }
}

function write(name: string, text: string): Promise<void> {
  return writeFile(join(folder.path, name), text)
}

function read(name: string): Promise<string> {
  return readFile(join(folder.path, name), 'utf8')
}

const hostile = [
  '{"name":"a","data":{"n":[1.10,-0,1e400,12345678901234567890],\n"u":"\\ud800\u2028"}}',
  '{"name":"中 \u{1f600}","data":" \\u0000","statusCode":503,"delay":0.5}',
  `{"name":"long","data":"${'é'.repeat(2_500_000)}"}`,
  ...Array.from({ length: 10_000 }, (_, i) => `{"name":"small-${i}","data":[${i}.0]}`),
]
const rules = [
  '{"id":"1","endpoint":"a","when":{"method":"POST","json":{"a":\n1.0}},"response":{"data":[1.0]}}',
  '{"id":"2","endpoint":"a","response":{"body":"AAE=","bodyEncoding":"base64"},"chance":0.5}',
  '{"id":"3","endpoint":"nobody","responses":[{"events":[{"data":{"a":1.0}}]},{"fault":"reset"}]}',
  '{"id":"4","endpoint":"a","times":2,"response":{"hold":true}}',
]

test('an export that is imported and exported again has the same bytes, as JSON and as lines', async () => {
  await write('first.json', `{"rules":[${rules.join()}],"endpoints":[${hostile.join()}]}`)
  const imported = printed('Imported 10003 endpoints and 4 rules.\n')
  expect(await run('import', 'first.json')).toEqual(imported)
  const exportTo = async (name: string): Promise<void> => {
    const expected = printed(`Exported 10003 endpoints and 4 rules to ${name}.\n`)
    expect(await run('export', name)).toEqual(expected)
  }
  await exportTo('a.json')
  await exportTo('a.jsonl')
  for (const [flags, name] of [
    [[], 'a.jsonl'],
    [['--atomic'], 'a.json'],
  ] as const) {
    await run('reset', '--all')
    expect(await run('import', name, ...flags)).toEqual(imported)
    await exportTo('b.json')
    expect((await read('b.json')) === (await read('a.json'))).toBe(true)
  }
  const lines = (await read('a.jsonl')).trimEnd().split('\n')
  expect(lines).toHaveLength(10_007)
  for (const line of lines) JSON.parse(line)
  const { stdout } = await run('export', '--lines')
  expect(stdout === (await read('a.jsonl'))).toBe(true)
})

describe('a file with faults', () => {
  const file =
    '{"endpoints":[{"name":"a","data":1},\n{"name":"b","data":1,"delay":-1},\n{"name":"c"}]}'
  const faults =
    'mocks.json:2:22: /delay must be a number of milliseconds from 0 to 2147483647 (the limit of timers).\n' +
    'mocks.json:3:1: /data is missing; it is any JSON value.\n'

  test('valid records of a file with faults are imported, and the faults are listed', async () => {
    await write('mocks.json', file)
    const said = 'mock-endpoint: Imported 1 endpoint and 0 rules; refused 2 records.\n'
    expect(await run('import', 'mocks.json')).toEqual({
      code: 2,
      stdout: '',
      stderr: faults + said,
    })
    expect(await run('list', '--names')).toEqual(printed('a\n'))
  })

  test('with --atomic, nothing of a file with faults is imported', async () => {
    await write('mocks.json', file)
    const said = 'mock-endpoint: Nothing was imported; refused 2 records.\n'
    const ended = await run('import', 'mocks.json', '--atomic')
    expect(ended).toEqual({ code: 2, stdout: '', stderr: faults + said })
    expect(await run('list')).toEqual(printed(''))
  })

  test('with --json, the faults of an import are printed as one object', async () => {
    const { code, stdout, stderr } = await pipe(file, 'import', '-', '--json')
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ endpoints: 1, rules: 0, refused: 2 },
      faults: [
        { file: 'standard input', line: 2, column: 22 },
        { line: 3, column: 1 },
      ],
    })
  })

  test('an import lists its first 100 faults, and the number of the others', async () => {
    const lines = Array.from({ length: 150 }, (_, i) => `{"name":"${i}"}`)
    const { code, stderr } = await pipe(
      [...lines, '{"name":"a","data":1}'].join('\n'),
      'import',
      '-',
    )
    expect(code).toBe(2)
    expect(stderr.trimEnd().split('\n').slice(99)).toEqual([
      'standard input:100:1: /data is missing; it is any JSON value.',
      'standard input: and 50 more.',
      'mock-endpoint: Imported 1 endpoint and 0 rules; refused 150 records.',
    ])
  })
})

test('records that only the daemon can refuse are listed, and all others are imported', async () => {
  const many = Array.from({ length: 1003 }, (_, i) => `{"id":"${i}","endpoint":"a","response":{}}`)
  const { code, stderr } = await pipe([...many, '{"name":"a","data":1}'].join('\n'), 'import', '-')
  expect(code).toBe(2)
  expect(stderr).toMatch(/^standard input:1001:1: An endpoint may have 1000 rules/)
  expect(stderr).toMatch(/Imported 1 endpoint and 1000 rules; refused 3 records\.\n$/)
})

test('valid files of a folder are imported, and faults are listed with their places', async () => {
  await mkdir(join(folder.path, 'mocks'))
  await write('mocks/good.json', '[1.0]')
  await write('mocks/bad.json', '{\n"a" 1}')
  await write('mocks/mock-endpoint.json', '{"endpoints":[{"name":"good","statusCode":99}]}')
  expect(await run('import', 'mocks')).toEqual({
    code: 2,
    stdout: '',
    stderr: `mocks/bad.json:2:5: Expected a colon, found \`1\`.
mocks/mock-endpoint.json:1:30: \`statusCode\` must be an integer from 200 to 599 (1xx cannot end an exchange).
mock-endpoint: Imported 1 endpoint and 0 rules; refused 2 records.
`,
  })
  expect((await run('get', 'good', '--data')).stdout).toBe('[1.0]')
  expect((await run('import', 'mocks', '--atomic')).stderr).toContain('Nothing was imported')
})

test('empty input is refused, unless its name ends in .jsonl', async () => {
  await write('empty.json', '')
  await write('empty.jsonl', '')
  const ended = (stderr: string): Ended => ({ code: 2, stdout: '', stderr })
  const nothing = 'is empty. Nothing was imported.\n'
  expect(await run('import', 'empty.json')).toEqual(ended(`mock-endpoint: empty.json ${nothing}`))
  expect(await run('import', '-')).toEqual(ended(`mock-endpoint: Standard input ${nothing}`))
  expect(await run('import', 'empty.jsonl')).toEqual(printed('Imported 0 endpoints and 0 rules.\n'))
})

describe('a daemon with a small body limit', () => {
  test('an import skips records over the body limit, and --atomic prints why it cannot', async () => {
    const small = await startDaemonInMemory(['--max-body', '2000'])
    try {
      const records = Array.from({ length: 100 }, (_, i) => `{"name":"${i}","data":1}`)
      records[50] = `{"name":"50","data":"${'x'.repeat(2000)}"}`
      await write('many.jsonl', records.join('\n'))
      const told = await run('import', 'many.jsonl', '--url', small.url)
      expect(told).toMatchObject({ code: 2, stdout: '' })
      expect(told.stderr).toMatch(/^many\.jsonl:51:1: The body is over the limit of 2000 bytes/)
      expect(told.stderr).toMatch(/Imported 99 endpoints and 0 rules; refused 1 record\.\n$/)
      await run('clear', 'endpoints', '--url', small.url)
      const refused = await run('import', 'many.jsonl', '--atomic', '--url', small.url)
      expect(refused.stderr).toMatch(
        /^mock-endpoint: many\.jsonl is too large for --atomic: the daemon takes 2000 bytes in one call\. .*--max-body/,
      )
      expect(await run('list', '--url', small.url)).toEqual(printed(''))
    } finally {
      await small.stop()
    }
  })
})

test('Ctrl+C ends an import that waits for its input, and prints what was imported', async () => {
  const child = spawn(...programOf(['import', '-', '--url', daemon.url]))
  const closed = once(child, 'close')
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const lines = Array.from({ length: 1000 }, (_, i) => `{"name":"n${i}","data":1}\n`)
  child.stdin.on('error', () => {}).write(lines.join(''))
  const isThere = async () => (await run('list', 'n999')).stdout !== ''
  await expect.poll(isThere).toBe(true)
  child.kill('SIGINT')
  const [code] = await closed
  expect(code).toBe(7)
  const said = 'The import was interrupted. Imported 1000 endpoints and 0 rules.'
  expect(stderr).toBe(`mock-endpoint: ${said}\n`)
})

test.each<[readonly string[], RegExp, number]>([
  [['import', 'gone.json'], /gone\.json cannot be read \(ENOENT\)\./, 2],
  [
    ['export', 'gone/a.json'],
    /gone\/a\.json cannot be written: its folder does not exist \(ENOENT\)\./,
    2,
  ],
  [['export', '.'], /\. cannot be written: it is a folder, so give the name of a file in it/, 2],
  [['export', 'a.json', '--url', 'http://localhost:1'], /No daemon answers/, 6],
  [['import', '-', '--url', 'http://localhost:1'], /No daemon answers/, 6],
])('%j fails with one sentence and writes no file', async (args, sentence, code) => {
  const before = await readdir(folder.path)
  const ended = await run(...args)
  expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(sentence) })
  expect(await readdir(folder.path)).toEqual(before)
})
