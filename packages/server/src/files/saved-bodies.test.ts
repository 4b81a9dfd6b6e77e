// Bodies of saved rules, which get their own files if they are long.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { test } from '../test/on-files.ts'

const saves = { saves: true, watches: true }
const long = `{"text": "${'x'.repeat(5000)}", "n": 1.0}`
const page = `<p>${'ü'.repeat(5000)}`
const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0]).toString('base64').repeat(90)
const rule = (id: string, response: string): string =>
  `{"id":${JSON.stringify(id)},"endpoint":"a","response":${response}}`

test('long and binary bodies get their own files, and short bodies do not', async ({ serve }) => {
  const served = await serve({}, saves)
  await served.control.addRule(
    `{"id":"many","endpoint":"a","repeatLast":true,"responses":[
      {"data":${long}}, {"body":"short"},
      {"body":"${image}","bodyEncoding":"base64","headers":{"content-type":"image/png"}},
      {"body":"${page}","statusCode":201,"headers":{"content-type":"text/html"}}
    ]}`,
  )
  const [saved] = JSON.parse(await served.read('mock-endpoint.json')).rules
  expect(saved.responses).toEqual([
    { bodyFile: 'bodies/many-1.json' },
    { body: 'short' },
    { headers: { 'content-type': 'image/png' }, bodyFile: 'bodies/many-3.png' },
    { statusCode: 201, headers: { 'content-type': 'text/html' }, bodyFile: 'bodies/many-4.html' },
  ])
  expect(await served.read('bodies/many-1.json')).toBe(long)
  expect(await served.read('bodies/many-4.html')).toBe(page)
  const again = await serve(await textsIn(served.folder))
  const expected = [
    `200 ${long}`,
    '200 short',
    `200 ${Buffer.from(image, 'base64')}`,
    `201 ${page}`,
  ]
  for (const answer of expected)
    expect([await served.get('a'), await again.get('a')]).toEqual([answer, answer])
  expect(again.faults).toEqual([])
})

test('a body that changes stays in its file, even if it is short', async ({ serve }) => {
  const served = await serve(
    {
      'page.html': '<p>1',
      'mock-endpoint.json':
        '{ "rules": [{ "endpoint": "a", "response": { "bodyFile": "page.html" } }] }',
    },
    saves,
  )
  const text = async () => {
    const { headers, body } = await served.control
      .getRule('a.1')
      .then(({ response }) => response ?? {})
    return { headers, body }
  }
  const { headers } = await text()
  const changed = { statusCode: 202, headers, body: '<p>2' }
  await served.control.addRule(JSON.stringify({ id: 'a.1', endpoint: 'a', response: changed }))
  expect(await served.read('page.html')).toBe('<p>2')
  expect(await served.read('mock-endpoint.json')).toContain('"bodyFile":"page.html"')
  expect(await served.get('a')).toBe('202 <p>2')
  // JSON cannot stay in an HTML file.
  await served.control.addRule(rule('a.1', `{"data":${long}}`))
  expect(await namesIn(served.folder)).toEqual(['bodies/a.1.json', 'mock-endpoint.json'])
})

test('a body file is removed with the last rule that names it', async ({ serve }) => {
  const served = await serve({ 'mock-endpoint.json': '{}\n' }, saves)
  await served.control.addRule(rule('one', `{"data":${long}}`))
  await served.control.addRule(rule('two', `{"data":${long},"statusCode":201}`))
  expect(await namesIn(served.folder)).toEqual(['bodies/one.json', 'mock-endpoint.json'])
  await served.control.removeRule('one')
  expect(await namesIn(served.folder)).toEqual(['bodies/one.json', 'mock-endpoint.json'])
  await served.control.clearRules({ endpoint: 'a' })
  expect(await namesIn(served.folder)).toEqual(['mock-endpoint.json'])
})

test.for([
  ['a changed body before its former one', ['new', 'one']],
  ['and behind it', ['two', 'new']],
  ['bodies that change places', ['two', 'one']],
] as const)(
  'bodies stay correct when the responses of a rule change: %s',
  async ([, order], { serve }) => {
    const served = await serve({}, saves)
    const put = (names: readonly string[]): Promise<unknown> => {
      const responses = names.map((name) => `{"data":["${name}",${long}]}`)
      return served.control.addRule(
        `{"id":"r","endpoint":"a","repeatLast":true,"responses":[${responses}]}`,
      )
    }
    await put(['one', 'two'])
    await put(order)
    const again = await serve(await textsIn(served.folder))
    for (const name of order) expect(await again.get('a')).toBe(`200 ["${name}",${long}]`)
  },
)

test('a file that no rule names is not overwritten', async ({ serve }) => {
  const served = await serve({ 'bodies/one.json': '"mine"' }, saves)
  for (const n of [1, 2]) {
    await served.control.addRule(rule('one', `{"data":${long}}`))
    expect(await served.read('bodies/one.json'), `${n}`).toBe('"mine"')
    await served.write({ 'mock-endpoint.json': '{}' })
    await expect.poll(() => served.get('a')).toMatch(/^404/)
  }
  expect((await namesIn(served.folder))[0]).toMatch(/^bodies\/one-[\da-f]{10}\.json$/)
})

test('a body file that was changed a moment ago is not overwritten', async ({ serve }) => {
  const served = await serve({}, { saves: true })
  await served.control.addRule(rule('one', `{"data":${long}}`))
  await served.write({ 'bodies/one.json': '"mine"' })
  const adding = served.control.addRule(rule('one', `{"data":["${'y'.repeat(5000)}"]}`))
  await expect(adding).rejects.toThrow('bodies/one.json was changed on the disk a moment ago')
  expect(await served.read('bodies/one.json')).toBe('"mine"')
  expect(await served.get('a')).toBe(`200 ${long}`)
})

test('a rule id that cannot be a file name gets a file name with a hash', async ({ serve }) => {
  const served = await serve({}, saves)
  for (const id of ['..up', 'A', 'a', '😀', 'x'.repeat(255)]) {
    await served.control.addRule(rule(id, `{"data":["${id}",${long}]}`))
  }
  expect(await namesIn(served.folder)).toEqual([
    expect.stringMatching(/^bodies\/a-[\da-f]{10}\.json$/),
    'bodies/a.json',
    expect.stringMatching(/^bodies\/rule-[\da-f]{10}\.json$/),
    expect.stringMatching(/^bodies\/up-[\da-f]{10}\.json$/),
    expect.stringMatching(/^bodies\/x{120}-[\da-f]{10}\.json$/),
    'mock-endpoint.json',
  ])
})

async function namesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
}

async function textsIn(folder: string): Promise<Record<string, Uint8Array>> {
  const names = await namesIn(folder)
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))])),
  )
}
