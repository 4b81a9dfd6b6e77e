// Changes by calls, which are saved to the served files.
import { chmod, lstat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from '../test/on-files.ts'

const saves = { saves: true, watches: true }

describe('an added endpoint', () => {
  test('an added endpoint gets its own file with the exact data', async ({ serve }) => {
    const { control, read, get, notes } = await serve({}, saves)
    await control.addEndpoint('{"name":"orders","data":{"a": 1.0,\n "b":1e400}}')
    expect(await read('orders.json')).toBe('{"a": 1.0,\n "b":1e400}')
    expect(await get('orders')).toBe('200 {"a": 1.0,\n "b":1e400}')
    const { endpoints } = await control.listSummaries({})
    expect(endpoints).toMatchObject([{ file: 'orders.json' }])
    expect(endpoints[0]).not.toHaveProperty('changed')
    expect(notes).toEqual([])
  })

  test('a replaced endpoint keeps the white space around its data', async ({ serve }) => {
    const { control, read } = await serve({ 'a.json': '\n\n[1]\r\n' }, saves)
    await control.addEndpoint('{"name":"a","data":[2]}')
    expect(await read('a.json')).toBe('\n\n[2]\r\n')
  })

  test('status and delay are saved in mock-endpoint.json', async ({ serve }) => {
    const { control, read, folder } = await serve({}, saves)
    await control.addEndpoint('{"name":"a","data":1,"statusCode":201,"delay":1.5}')
    expect(JSON.parse(await read('mock-endpoint.json'))).toEqual({
      endpoints: [{ name: 'a', statusCode: 201, delay: 1.5 }],
    })
    await control.addEndpoint('{"name":"a","data":1}')
    expect(JSON.parse(await read('mock-endpoint.json'))).toEqual({
      endpoints: [{ name: 'a', statusCode: 200, delay: 0 }],
    })
    expect(folder).not.toBe('')
  })

  test.for(['a:b', 'con', '-x', 'mock-endpoint', 'A', `${'x'.repeat(252)}`, '.a', 'a.', '😀*'])(
    'an endpoint whose name no file can have is saved in mock-endpoint.json: %s',
    async (name, { serve }) => {
      const { control, read, get } = await serve({ 'a.json': '1' }, saves)
      await control.addEndpoint(JSON.stringify({ name, data: [1] }))
      expect(JSON.parse(await read('mock-endpoint.json'))).toEqual({
        endpoints: [{ name, data: [1] }],
      })
      expect(await get(encodeURIComponent(name))).toBe('200 [1]')
      await control.removeEndpoint(name)
      expect(JSON.parse(await read('mock-endpoint.json'))).toEqual({ endpoints: [] })
    },
  )
})

test('a file with the extension .JSON is changed, and a folder named b.json is not', async ({
  serve,
}) => {
  const { control, read, get } = await serve({ 'a.JSON': '1', 'b.json/c.json': '1' }, saves)
  await control.addEndpoint('{"name":"a","data":2}')
  expect(await read('a.JSON')).toBe('2')
  await expect(read('a.json')).rejects.toThrow('ENOENT')
  const taken = control.addEndpoint('{"name":"b","data":2}')
  await expect(taken).rejects.toThrow('b.json cannot be written')
  await control.clearEndpoints(undefined)
  expect(await get('a')).toMatch(/^404/)
  expect(await read('b.json/c.json')).toBe('1')
})

test('the removal of an endpoint removes its file and its saved rules', async ({ serve }) => {
  const { control, read } = await serve({ 'a.json': '1', 'b.json': '2' }, saves)
  await control.addRule('{"id":"r","endpoint":"a","response":{}}')
  await control.addRule('{"id":"s","endpoint":"b","response":{}}')
  await control.removeEndpoint('a')
  await expect(read('a.json')).rejects.toThrow('ENOENT')
  expect(JSON.parse(await read('mock-endpoint.json'))).toEqual({
    rules: [{ id: 's', endpoint: 'b', response: {} }],
  })
  await control.clearEndpoints(undefined)
  await expect(read('b.json')).rejects.toThrow('ENOENT')
  expect(JSON.parse(await read('mock-endpoint.json'))).toMatchObject({ rules: [] })
})

test('permanent rules are saved, and temporary rules are not', async ({ serve }) => {
  const { control, read } = await serve(
    { 'a.json': '1', 'mock-endpoint.json': '{"rules":[]}\n' },
    saves,
  )
  await control.addRule('{"id":"r","endpoint":"a","response":{"data":1.0}}')
  await control.addRule('{"id":"once","endpoint":"a","times":1,"response":{}}')
  expect(await read('mock-endpoint.json')).toBe(
    '{"rules":[\n  {"id":"r","endpoint":"a","response":{"data":1.0}}\n]}\n',
  )
  await control.addRule('{"id":"r","endpoint":"a","response":{"data":2.0}}')
  expect(await read('mock-endpoint.json')).toContain('"data":2.0')
  await control.removeRule('r')
  expect(await read('mock-endpoint.json')).toBe('{"rules":[]}\n')
})

test('a call replaces a rule that has a fault, at its place in the file', async ({ serve }) => {
  const rule = (id: string, code: number): string =>
    `{"id":"${id}","endpoint":"a","response":{"statusCode":${code}}}`
  const document = (...rules: readonly string[]): string => `{"rules":[${rules.join(',')}]}`
  const served = await serve({ 'mock-endpoint.json': document(rule('r', 201)) }, saves)
  await served.write({
    'mock-endpoint.json': document(rule('s', 202), rule('t', 203), rule('r', 1)),
  })
  await expect.poll(() => served.faults).toHaveLength(1)
  await served.control.addRule(rule('r', 204))
  expect(await served.read('mock-endpoint.json')).toBe(
    document(rule('s', 202), rule('t', 203), rule('r', 204)),
  )
})

test('a reset changes no file', async ({ serve }) => {
  const { control, read, get } = await serve({ 'a.json': '[1]\n' }, saves)
  await control.reset('{"endpoints":true}')
  expect(await read('a.json')).toBe('[1]\n')
  expect(await get('a')).toBe('200 [1]\n')
})

describe('a file with members', () => {
  test('adding or removing a member keeps the text of the other members', async ({ serve }) => {
    const { control, read } = await serve(
      { 'db.json': '{\n  "a": [ 1.0 ]\n}\n' },
      { file: 'db.json', ...saves },
    )
    await control.addEndpoint('{"name":"b","data":2.50}')
    expect(await read('db.json')).toBe('{\n  "a": [ 1.0 ],\n  "b": 2.50\n}\n')
    await control.removeEndpoint('a')
    expect(await read('db.json')).toBe('{\n  "b": 2.50\n}\n')
  })

  test('a file with members refuses a status and permanent rules, but not temporary ones', async ({
    serve,
  }) => {
    const { control, read, get, notes } = await serve(
      { 'db.json': '{"a":1}' },
      { file: 'db.json', ...saves },
    )
    const withStatus = control.addEndpoint('{"name":"a","data":2,"statusCode":201}')
    await expect(withStatus).rejects.toMatchObject({ code: 'invalid-endpoint' })
    const rule = control.addRule('{"id":"r","endpoint":"a","response":{}}')
    await expect(rule).rejects.toThrow('db.json holds endpoints only')
    await control.addRule('{"id":"r","endpoint":"a","times":1,"response":{"statusCode":503}}')
    expect(await read('db.json')).toBe('{"a":1}')
    expect([await get('a'), await get('a')]).toEqual(['503 1', '200 1'])
    expect(notes).toEqual([])
  })
})

test('generated ids of rules stay the same when other rules are removed', async ({ serve }) => {
  const rule = (code: number): string => `{"endpoint":"a","response":{"statusCode":${code}}}`
  const served = await serve(
    { 'mock-endpoint.json': `{"rules":[${[201, 202, 203].map(rule)}]}` },
    saves,
  )
  await served.control.removeRule('a.1')
  await served.control.removeRule('a.2')
  expect(await served.get('a')).toMatch(/^203/)
  expect(JSON.parse(await served.read('mock-endpoint.json'))).toEqual({
    rules: [{ endpoint: 'a', response: { statusCode: 203 }, id: 'a.3' }],
  })
})

test('the target of a symbolic link is written, and keeps its mode', async ({ serve }) => {
  const served = await serve({ 'elsewhere/real.json': '[1]' }, saves)
  const real = join(served.folder, 'elsewhere', 'real.json')
  await chmod(real, 0o640)
  await symlink(real, join(served.folder, 'a.json'))
  await expect.poll(() => served.get('a')).toBe('200 [1]')
  await served.control.addEndpoint('{"name":"a","data":[2]}')
  expect(await served.read('elsewhere/real.json')).toBe('[2]')
  expect((await lstat(join(served.folder, 'a.json'))).isSymbolicLink()).toBe(true)
  expect((await lstat(real)).mode & 0o777).toBe(0o640)
})

test('changes at the same time are all saved', async ({ serve }) => {
  const { control, read } = await serve({}, saves)
  const names = Array.from({ length: 50 }, (_, i) => `e${i}`)
  await Promise.all(
    names.map((name) =>
      control.addEndpoint(`{"name":"${name}","data":"${name}","statusCode":201}`),
    ),
  )
  for (const name of names) expect(await read(`${name}.json`)).toBe(`"${name}"`)
  expect(JSON.parse(await read('mock-endpoint.json')).endpoints).toHaveLength(50)
})

test('endpoints and rules that are imported together are saved', async ({ serve }) => {
  const { control, read, get } = await serve({ 'a.json': '1' }, saves)
  const endpoints =
    '{"name":"a","data":2},{"name":"B","data":[1.0],"statusCode":201},{"name":"b","data":0},{"name":"a","data":3}'
  const rules = '{"id":"r","endpoint":"a","response":{}},{"id":"r","endpoint":"b","response":{}}'
  await control.importRecords(`{"endpoints":[${endpoints}],"rules":[${rules}]}`)
  expect([await read('a.json'), await read('B.json')]).toEqual(['3', '[1.0]'])
  expect(JSON.parse(await read('mock-endpoint.json'))).toEqual({
    endpoints: [
      { name: 'B', statusCode: 201 },
      { name: 'b', data: 0 },
    ],
    rules: [{ id: 'r', endpoint: 'b', response: {} }],
  })
  expect(await get('a')).toBe('200 3')
})
