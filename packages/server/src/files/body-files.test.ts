// Responses whose bodies are in their own files.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from '../test/on-files.ts'

/** Returns a document with a rule for each path, whose response is the given JSON text. */
function document(responses: Readonly<Record<string, string>>): string {
  const rules = Object.entries(responses).map(([path, response]) => {
    return `{ "endpoint": "a", "when": { "path": "/${path}" }, "response": ${response} }`
  })
  return `{ "rules": [\n${rules.join(',\n')}\n] }`
}

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0])

test('the content type comes from the file name if the response has none', async ({ serve }) => {
  const served = await serve({
    'bodies/a.json': '{"n": 1.0}\n',
    'bodies/deep/logo.png': bytes,
    'page.html': '<p>ü</p>',
    'mock-endpoint.json': document({
      json: '{ "bodyFile": "bodies/a.json" }',
      png: '{ "statusCode": 201, "bodyFile": "bodies/deep/logo.png", "headers": { "x-a": "b" } }',
      html: '{ "headers": {}, "bodyFile": "page.html" }',
      own: '{ "bodyFile": "page.html", "headers": { "Content-Type": "text/x-own" } }',
      none: '{ "headers": { "content-type": null }, "bodyFile": "bodies/deep/logo.png" }',
    }),
  })
  const get = async (path: string) => {
    const response = await served.fetch(`a/${path}`)
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
    return [response.status, response.headers.get('content-type'), body]
  }
  expect(await get('json')).toEqual([
    200,
    expect.stringContaining('application/json'),
    '{"n": 1.0}',
  ])
  expect(await get('png')).toEqual([201, 'image/png', Buffer.from(bytes).toString('latin1')])
  expect(await get('html')).toEqual([200, 'text/html; charset=utf-8', '<p>Ã¼</p>'])
  expect(await get('own')).toEqual([200, 'text/x-own', '<p>Ã¼</p>'])
  expect(await get('none')).toEqual([200, null, Buffer.from(bytes).toString('latin1')])
})

test('responses in turn can each have a body file, also a dynamic one', async ({ serve }) => {
  const { get } = await serve({
    '1.txt': 'one',
    '2.txt': 'for ${/query/who}',
    'mock-endpoint.json': `{ "rules": [{ "endpoint": "a", "repeatLast": true, "responses": [
      { "bodyFile": "1.txt" }, { "bodyFile": "2.txt", "dynamic": true }
    ] }] }`,
  })
  expect(await get('a')).toBe('200 one')
  expect(await get('a?who=you')).toBe('200 for you')
})

test('a file that cannot be a body is a fault of its rule only', async ({ serve }) => {
  const { get, faults } = await serve({
    'broken.json': '{"a":1,\n}',
    'mock-endpoint.json': document({
      up: '{ "bodyFile": "../secret.txt" }',
      absolute: '{ "bodyFile": "/etc/passwd" }',
      windows: '{ "bodyFile": "C:\\\\secret.txt" }',
      number: '{ "bodyFile": 1 }',
      gone: '{ "bodyFile": "bodies/gone.txt" }',
      broken: '{ "bodyFile": "broken.json" }',
      both: '{ "bodyFile": "broken.json", "body": "" }',
      good: '{ "body": "good" }',
    }),
  })
  const own = 'mock-endpoint.json'
  const path = 'must be the path of a file below this folder, such as "bodies/logo.png"'
  expect(faults.map(({ file, line, detail }) => `${file}:${line}: ${detail}`)).toEqual([
    'broken.json:2: Expected a name in quotes, found `}`.',
    `${own}:2: \`response/bodyFile\` ${path}.`,
    `${own}:3: \`response/bodyFile\` ${path}.`,
    `${own}:4: \`response/bodyFile\` ${path}.`,
    `${own}:5: \`response/bodyFile\` ${path}.`,
    `${own}:6: \`response/bodyFile\` names a file that does not exist.`,
    `${own}:7: \`response/bodyFile\` names a file that is not JSON: 2:1 Expected a name in quotes, found \`}\`.`,
    `${own}:8: \`response/bodyFile\` is given together with \`body\`: keep one of them.`,
  ])
  expect(await get('a/good')).toBe('200 good')
})

describe('watched body files', () => {
  const one = document({ x: '{ "bodyFile": "bodies/x.txt" }' })

  test('a changed body file is served, and a removed one leaves its rule as it was', async ({
    serve,
  }) => {
    const served = await serve(
      { 'bodies/x.txt': '1', 'mock-endpoint.json': one },
      { watches: true },
    )
    const answers = (text: string) => expect.poll(() => served.get('a/x')).toBe(`200 ${text}`)
    await served.write({ 'bodies/x.txt': '2' })
    await answers('2')
    await served.write({ 'bodies/x.txt': undefined })
    await expect.poll(() => served.faults).toHaveLength(1)
    expect(served.faults[0]).toMatchObject({ line: 2, file: 'mock-endpoint.json' })
    expect(await served.get('a/x')).toBe('200 2')
    await served.write({ 'bodies/x.txt': '3' })
    await answers('3')
    expect(served.faults).toHaveLength(1)
  })

  test('a changed body file is served, in the folder itself or a replaced subfolder', async ({
    serve,
  }) => {
    const rules = document({
      x: '{ "bodyFile": "x.txt" }',
      both: '{ "bodyFile": "both.json" }',
      y: '{ "bodyFile": "bodies/y.txt" }',
    })
    const texts = { 'x.txt': '1', 'both.json': '1', 'bodies/y.txt': '1', 'other/y.txt': '2' }
    const served = await serve({ ...texts, 'mock-endpoint.json': rules }, { watches: true })
    await served.write({ 'x.txt': '2' })
    await expect.poll(() => served.get('a/x')).toBe('200 2')
    await served.write({ 'both.json': '2' })
    for (const path of ['a/both', 'both']) await expect.poll(() => served.get(path)).toBe('200 2')
    const [bodies, other] = [join(served.folder, 'bodies'), join(served.folder, 'other')]
    await rm(bodies, { recursive: true })
    await rename(other, bodies)
    await expect.poll(() => served.get('a/y')).toBe('200 2')
    await served.write({ 'bodies/y.txt': '3' })
    await expect.poll(() => served.get('a/y')).toBe('200 3')
  })

  test('a body file in a new folder is followed once a rule names it', async ({ serve }) => {
    const served = await serve({ 'mock-endpoint.json': '{}' }, { watches: true })
    await served.write({ 'bodies/x.txt': '1', 'mock-endpoint.json': one })
    await expect.poll(() => served.get('a/x')).toBe('200 1')
    await served.write({ 'bodies/x.txt': '2' })
    await expect.poll(() => served.get('a/x')).toBe('200 2')
  })
})
