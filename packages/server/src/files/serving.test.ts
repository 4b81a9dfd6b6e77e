// How a folder of JSON files, or a single JSON file, is served.
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { test } from '../test/on-files.ts'
import { createMockFiles, readAll } from './mock-files.ts'
import { findMocks } from './mock-path.ts'

describe('a served folder', () => {
  test('each JSON file of a folder is served byte for byte', async ({ serve }) => {
    const texts = {
      'orders.json': '\r\n[1.0, 12345678901234567890,\t1e400]\n\n',
      'größe.json': '"é\\u00e9"',
      'a b.JSON': '-0',
    }
    const { get, control } = await serve({
      ...texts,
      'notes.txt': 'no',
      '.hidden.json': '1',
      'sub/c.json': '1',
    })
    expect(await get('orders')).toBe(`200 ${texts['orders.json']}`)
    expect(await get('größe')).toBe('200 "é\\u00e9"')
    expect(await get('a%20b')).toBe('200 -0')
    expect((await control.getHealth(undefined)).endpoints).toBe(3)
  })

  test('mock-endpoint.json adds statuses, endpoints and rules to a folder', async ({ serve }) => {
    const { get } = await serve({
      'orders.json': '[1.0]\n',
      'mock-endpoint.json': `{ "endpoints": [
        { "name": "orders", "statusCode": 201 },
        { "name": "inline", "data": { "a": 1.10 }, "statusCode": 404 }
      ], "rules": [
        { "endpoint": "orders", "when": { "method": "POST" }, "response": { "statusCode": 202, "data": 2.0 } },
        { "endpoint": "orders", "when": { "method": "POST" }, "response": { "statusCode": 409 } }
      ] }`,
    })
    expect(await get('orders')).toBe('201 [1.0]\n')
    expect(await get('inline')).toBe('404 { "a": 1.10 }')
    // The last matching rule responds.
    expect(await get('orders', { method: 'POST' })).toBe('409 [1.0]\n')
  })

  test('temporary rules of a folder apply again after each reset', async ({ serve }) => {
    const rule = '{"endpoint":"a","times":1,"response":{"statusCode":503}}'
    const { get, control } = await serve({
      'a.json': '1',
      'mock-endpoint.json': `{"endpoints":[],"rules":[${rule}]}`,
    })
    expect([await get('a'), await get('a')]).toEqual(['503 1', '200 1'])
    await control.reset('')
    expect([await get('a'), await get('a')]).toEqual(['503 1', '200 1'])
  })

  test('a reset of the endpoints restores the contents of the files', async ({ serve }) => {
    const { get, control } = await serve({
      'a.json': '[1.0]',
      'mock-endpoint.json':
        '{"rules":[{"id":"r","endpoint":"a","when":{"method":"PUT"},"response":{"statusCode":204}}]}',
    })
    await control.addEndpoint('{"name":"a","data":2}')
    await control.addEndpoint('{"name":"b","data":2}')
    await control.removeRule('r')
    await control.addRule('{"id":"s","endpoint":"a","response":{"statusCode":500}}')
    await control.reset('{"rules":true}')
    expect(await get('a')).toBe('200 2')
    expect(await get('a', { method: 'PUT' })).toBe('204 ')
    await control.reset('{"endpoints":true}')
    expect(await get('a')).toBe('200 [1.0]')
    expect(await get('b')).toMatch(/^404/)
    expect(await get('a', { method: 'PUT' })).toBe('204 ')
  })

  test('listed endpoints include their file, and whether they changed', async ({ serve }) => {
    const { control } = await serve({
      'a.json': '1',
      'b.json': '1',
      'mock-endpoint.json': '{"endpoints":[{"name":"c","data":1}]}',
    })
    await control.addEndpoint('{"name":"b","data":2}')
    await control.addEndpoint('{"name":"d","data":2}')
    const { endpoints } = await control.listSummaries({})
    expect(endpoints.map(({ name, file, changed }) => [name, file, changed])).toEqual([
      ['a', 'a.json', undefined],
      ['b', 'b.json', true],
      ['c', 'mock-endpoint.json', undefined],
      ['d', undefined, undefined],
    ])
  })
})

describe('a served file', () => {
  test('a served file has an endpoint for each of its members', async ({ serve }) => {
    const text = '{ "$schema": "x", "users": [ 1.0 ],\n "rules": {"a": 1e2} }'
    const { get, control } = await serve(
      { 'db.json': text, 'other.json': '1' },
      { file: 'db.json' },
    )
    expect(await get('users')).toBe('200 [ 1.0 ]')
    expect(await get('rules')).toBe('200 {"a": 1e2}')
    expect((await control.listSummaries({})).endpoints.map(({ file }) => file)).toEqual([
      'db.json',
      'db.json',
    ])
  })

  test('a served file with endpoints and rules is read like an export', async ({ serve }) => {
    const text =
      '{"endpoints":[{"name":"a","data":1.0,"delay":1}],"rules":[{"endpoint":"a","response":{"statusCode":201}}]}'
    const { get } = await serve({ 'all.json': text }, { file: 'all.json' })
    expect(await get('a')).toBe('201 1.0')
  })
})

describe('faults in files', () => {
  test.for([
    ['a.json', '{\n  "a": }', 2, 8, 'Expected a value, found `}`.'],
    ['a.json', '', 1, 1, 'Expected a value, found the end of the text.'],
    ['a.json', '{"a":1} // x', 1, 9, /^Expected the end, found a comment/],
    ['a.json', new Uint8Array([0x22, 0xff, 0x22]), 1, 2, /not valid UTF-8/],
    ['a.json', new Uint8Array([0xff, 0xfe, 0x5b, 0, 0x5d, 0]), 1, 1, /not valid UTF-8/],
    ['a.json', '['.repeat(600), 1, 513, /nested 512 deep/],
    [
      'a\\b.json',
      '1',
      undefined,
      undefined,
      'The name of an endpoint must not hold / or \\. Rename the file.',
    ],
    ['mock-endpoint.json', '[]', 1, 1, 'Must be an object with `endpoints`, `rules` or both.'],
    ['mock-endpoint.json', '{"endpoints":[{"name":"x"}]}', 1, 15, /^Endpoint `x` has no data/],
    [
      'mock-endpoint.json',
      '{"endpoints":[{"name":"ok","data":2}]}',
      1,
      15,
      /^Endpoint `ok` has its data here and in ok.json/,
    ],
    ['mock-endpoint.json', '{"endpoint":[]}', 1, 2, /did you mean `endpoints`/],
  ] as const)(
    'a fault is reported with its place, and other files are served: %j %j',
    async ([file, text, line, column, detail], { serve }) => {
      const { faults, get, control } = await serve({ 'ok.json': '1', [file]: text })
      const fault = { file, line, column, detail: expect.stringMatching(detail) }
      expect(faults).toEqual([typeof detail === 'string' ? { ...fault, detail } : fault])
      expect(await get('ok')).toBe('200 1')
      const { files, status } = await control.getHealth(undefined)
      expect(files).toMatchObject({ watched: false, saved: false, faulty: 1, faults: [{ file }] })
      expect(status).toBe('ok')
    },
  )

  test('too many rules are a fault, and the first 1,000 are served', async ({ serve }) => {
    const rules = Array.from(
      { length: 1002 },
      (_, i) => `{"endpoint":"a","response":{"data":${i}}}`,
    )
    const { faults, get } = await serve({ 'mock-endpoint.json': `{"rules":[${rules}]}` })
    expect(faults).toMatchObject([{ detail: expect.stringContaining('may have 1000 rules') }])
    expect(await get('a')).toBe('200 999')
  })

  test('the second file with the same endpoint is a fault', async ({ serve }) => {
    const { faults, get } = await serve({ 'ok.JSON': '1', 'ok.json': '2' })
    expect(faults).toMatchObject([
      { file: 'ok.json', detail: expect.stringContaining('here and in ok.JSON, which is served') },
    ])
    expect(await get('ok')).toBe('200 1')
  })

  test('a broken link is a fault', async ({ serve }) => {
    const { folder } = await serve({ 'ok.json': '1' })
    await symlink(join(folder, 'gone'), join(folder, 'a.json'))
    const files = createMockFiles(await findMocks(folder, folder))
    await readAll(files)
    expect(files.mocks().faults).toMatchObject([{ file: 'a.json', detail: 'It is a broken link.' }])
  })

  test('an endpoint that memory has no room for is a fault', async ({ serve }) => {
    const { faults, get } = await serve(
      { 'a.json': '1', 'b.json': `"${'x'.repeat(5000)}"` },
      { memoryBytes: 2000 },
    )
    expect(faults).toMatchObject([
      { file: 'b.json', detail: expect.stringContaining('--memory-bytes') },
    ])
    expect(await get('a')).toBe('200 1')
  })
})
