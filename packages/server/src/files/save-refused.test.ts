// Changes by calls that are refused, so that they do not overwrite or break served files.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { test } from '../test/on-files.ts'

const saves = { saves: true, watches: true }

describe('files that change while calls are saved', () => {
  test('no edit of a file is lost while calls are saved', async ({ serve }) => {
    const served = await serve({ 'a.json': '0' }, saves)
    for (let i = 1; i <= 30; i++) {
      await served.write({ 'a.json': `[${i}]` })
      for (let put = 0; put < 5; put++) {
        await served.control.addEndpoint(`{"name":"b${put}","data":${i}}`)
        await setTimeout(put * 3)
      }
    }
    await expect.poll(() => served.get('a')).toBe('200 [30]')
  })

  test('a call whose file is edited meanwhile is refused, and the edit stays', async ({
    serve,
  }) => {
    const entries = Array.from({ length: 5000 }, (_, i) => `{"name":"n${i}","data":${i}}`)
    const document = `{"endpoints":[${entries.join(',\n')}]}`
    const served = await serve({ 'mock-endpoint.json': document }, { saves: true })
    const edited = document.replace('"data":7}', '"data":"edited"}')
    const adding = served.control.addEndpoint('{"name":"n9","data":"added"}')
    // At once, so that the call has begun but cannot have read the file yet.
    writeFileSync(join(served.folder, 'mock-endpoint.json'), edited)
    await expect(adding).rejects.toMatchObject({ code: 'store-unavailable' })
    expect(await served.read('mock-endpoint.json')).toBe(edited)
    expect(await served.get('n9')).toBe('200 9')
  })
})

describe('refused changes', () => {
  test('an endpoint that memory has no room for is not saved', async ({ serve }) => {
    const served = await serve({ 'a.json': '1' }, { ...saves, memoryBytes: 5000 })
    const big = `{"name":"big","data":"${'x'.repeat(9000)}"}`
    await expect(served.control.addEndpoint(big)).rejects.toMatchObject({ code: 'storage-full' })
    const both = `{"endpoints":[{"name":"small","data":1},${big}]}`
    await expect(served.control.importRecords(both)).rejects.toMatchObject({ code: 'storage-full' })
    for (const file of ['big.json', 'small.json']) {
      await expect(served.read(file)).rejects.toThrow('ENOENT')
    }
    expect(await served.get('small')).toMatch(/^404/)
  })

  test('an import saves nothing if one of its files cannot be written', async ({ serve }) => {
    const served = await serve({ 'a.json': '[1]\n', 'taken.json/x': '' }, saves)
    const endpoints = '{"name":"a","data":2},{"name":"b","data":2},{"name":"taken","data":2}'
    const importing = served.control.importRecords(`{"endpoints":[${endpoints}]}`)
    await expect(importing).rejects.toThrow('taken.json cannot be written')
    expect(await served.read('a.json')).toBe('[1]\n')
    await expect(served.read('b.json')).rejects.toThrow('ENOENT')
    expect([await served.get('a'), (await served.get('b')).slice(0, 3)]).toEqual([
      '200 [1]\n',
      '404',
    ])
  })

  test('the removal of an endpoint that is not served changes no file', async ({ serve }) => {
    const document = '{"rules":[{"endpoint":"ghost","response":{}}]}'
    const served = await serve({ 'a.json': '[1, 2', 'mock-endpoint.json': document }, saves)
    for (const name of ['a', 'ghost']) {
      await expect(served.control.removeEndpoint(name)).rejects.toMatchObject({
        code: 'endpoint-not-found',
      })
    }
    expect(await served.read('a.json')).toBe('[1, 2')
    expect(await served.read('mock-endpoint.json')).toBe(document)
  })

  test('an endpoint becomes a member of a file that was broken at first', async ({ serve }) => {
    const served = await serve({ 'db.json': '{"a":' }, { file: 'db.json', ...saves })
    await served.write({ 'db.json': '{"a":1}' })
    await expect.poll(() => served.get('a')).toBe('200 1')
    await served.control.addEndpoint('{"name":"b","data":2}')
    expect(await served.read('db.json')).toBe('{"a":1,"b": 2}')
  })

  test.for(['endpoints', '$schema'])(
    'an endpoint with the name %s is refused in a file with members',
    async (name, { serve }) => {
      const served = await serve({ 'db.json': '{"a":1}' }, { file: 'db.json', ...saves })
      const adding = served.control.addEndpoint(`{"name":"${name}","data":[]}`)
      await expect(adding).rejects.toMatchObject({ code: 'invalid-endpoint' })
      expect(await served.read('db.json')).toBe('{"a":1}')
    },
  )
})

describe('file contents that were not read', () => {
  test('a file that was changed a moment ago is not overwritten', async ({ serve }) => {
    const served = await serve({ 'a.json': '[1]' }, { saves: true })
    await served.write({ 'a.json': '[2]', 'new.json': '[3]' })
    for (const name of ['a', 'new']) {
      const adding = served.control.addEndpoint(`{"name":"${name}","data":9}`)
      await expect(adding).rejects.toMatchObject({ code: 'store-unavailable' })
    }
    expect(await served.read('a.json')).toBe('[2]')
    expect(await served.read('new.json')).toBe('[3]')
    expect(await served.get('a')).toBe('200 [1]')
  })

  test('a file with a fault is not overwritten, and not removed by a clear', async ({ serve }) => {
    const served = await serve({ 'a.json': '1', 'b.json': '[' }, saves)
    const adding = served.control.addEndpoint('{"name":"b","data":2}')
    await expect(adding).rejects.toThrow('b.json has a fault, and is not overwritten')
    await served.control.clearEndpoints(undefined)
    expect(await served.read('b.json')).toBe('[')
    await expect(served.read('a.json')).rejects.toThrow('ENOENT')
  })

  test('a call changes no file if mock-endpoint.json is broken', async ({ serve }) => {
    const served = await serve({ 'a.json': '1', 'mock-endpoint.json': '{"rules":[' }, saves)
    const adding = served.control.addEndpoint('{"name":"a","data":2,"delay":1}')
    await expect(adding).rejects.toThrow(/cannot be changed: Line 1, column 11.* Fix it/)
    expect(await served.read('a.json')).toBe('1')
    expect(await served.get('a')).toBe('200 1')
  })
})
