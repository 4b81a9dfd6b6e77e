import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  badDelay,
  badStatus,
  bodyWith,
  faultsOf,
  parseEndpoint,
} from '../../test/endpoint-bodies.ts'

describe('an endpoint', () => {
  test('an endpoint has status 200 and no delay by default', () => {
    const endpoint = { name: 'a', data: '1', statusCode: 200, delay: 0 }
    expect(parseEndpoint(bodyWith({}))).toEqual(endpoint)
    expect(parseEndpoint(bodyWith({ statusCode: '404', delay: '1.5' }))).toEqual({
      ...endpoint,
      statusCode: 404,
      delay: 1.5,
    })
  })

  test.each([
    'null',
    '1.10',
    '-0',
    '12345678901234567890',
    '"\\u0061"',
    '{ "2": 1,"1":[ ], "2":3}',
  ])('an endpoint keeps the data %s byte for byte', (data) => {
    expect(parseEndpoint(bodyWith({ data })).data).toBe(data)
    expect(parseEndpoint(`{"d\\u0061ta" :\n${data}\t,"name":"a"}`).data).toBe(data)
  })

  test('an endpoint keeps any data byte for byte', () => {
    const keeps = fc.property(fc.json(), (data) => {
      expect(parseEndpoint(bodyWith({ data })).data).toBe(data)
    })
    fc.assert(keeps)
  })

  test.each([
    'x'.repeat(255),
    `${'é'.repeat(127)}x`,
    `${'😀'.repeat(63)}xyz`,
    '...',
    ' ',
    '%2F',
    'a.b?c#d&e',
    '\u00a0\u2028\uffff',
    '__proto__',
    'constructor',
    'add',
  ])('an endpoint may have the name %j', (name) => {
    expect(parseEndpoint(bodyWith({ name: JSON.stringify(name) })).name).toBe(name)
  })

  test('the name of an endpoint may be written in escapes', () => {
    expect(parseEndpoint(bodyWith({ name: '"\\ud83d\\ude00\\u0061"' })).name).toBe('😀a')
  })

  test.each([
    ['""', 'must not be empty'],
    [`"${'x'.repeat(256)}"`, 'must be at most 255 bytes of UTF-8'],
    [`"${'é'.repeat(128)}"`, 'must be at most 255 bytes of UTF-8'],
    [`"${'😀'.repeat(64)}"`, 'must be at most 255 bytes of UTF-8'],
    ['"a\\u0000"', 'must not hold control characters'],
    ['"\\u001f"', 'must not hold control characters'],
    ['"\\u007f"', 'must not hold control characters'],
    ['"\\u009f"', 'must not hold control characters'],
    ['"a/b"', 'must not hold / or \\'],
    ['"a\\\\b"', 'must not hold / or \\'],
    ['"a\\ud800"', 'must not hold lone surrogates'],
    ['"\\udc00\\ud800"', 'must not hold lone surrogates'],
    ['"."', 'must not be . or ..'],
    ['".."', 'must not be . or ..'],
    ['1', 'must be a string'],
    ['null', 'must be a string'],
    ['["a"]', 'must be a string'],
  ])('an endpoint may not have the name %s: it %s', (name, detail) => {
    expect(faultsOf(bodyWith({ name }))).toEqual([`/name ${detail}`])
  })

  test.each([
    ['200', 200],
    ['599', 599],
    ['2e2', 200],
    ['204.0', 204],
  ])('an endpoint may have the status %s', (statusCode, expected) => {
    expect(parseEndpoint(bodyWith({ statusCode })).statusCode).toBe(expected)
  })

  test.each(['199', '600', '100', '0', '-200', '200.5', '1e20', '-1e20', '1e400', '""', 'null'])(
    'an endpoint may not have the status %s',
    (statusCode) => {
      expect(faultsOf(bodyWith({ statusCode }))).toEqual([badStatus])
    },
  )

  test.each([
    ['0', 0],
    ['-0', 0],
    ['1.5', 1.5],
    ['5e-324', 5e-324],
    ['2147483647', 2_147_483_647],
  ])('an endpoint may have the delay %s', (delay, expected) => {
    expect(parseEndpoint(bodyWith({ delay })).delay).toBe(expected)
  })

  test.each(['-1', '-5e-324', '2147483647.5', '2147483648', '1e400', '-1e400', '""', 'null'])(
    'an endpoint may not have the delay %s',
    (delay) => {
      expect(faultsOf(bodyWith({ delay }))).toEqual([badDelay])
    },
  )

  const fields = 'name, data, statusCode, delay'
  test.each([
    ['statuscode', `/statuscode is not one of ${fields}: did you mean \`statusCode\`?`],
    ['status', `/status is not one of ${fields}: did you mean \`statusCode\`?`],
    ['Delay', `/Delay is not one of ${fields}: did you mean \`delay\`?`],
    ['headers', '/headers belongs in a rule'],
    ['heders', `/heders is not one of ${fields}`],
    ['__proto__', `/__proto__ is not one of ${fields}`],
    ['constructor', `/constructor is not one of ${fields}`],
    ['toString', `/toString is not one of ${fields}`],
    ['a/b~c', `/a~1b~0c is not one of ${fields}`],
  ])('an endpoint may not have a member %s', (member, fault) => {
    expect(faultsOf(`{"name":"a","data":1,${JSON.stringify(member)}:1}`)).toEqual([fault])
  })

  test.each(['name', 'data', 'statusCode', 'delay'])(
    'an endpoint may not have %s twice',
    (field) => {
      const members = '"name":"a","data":1,"statusCode":200,"delay":0'
      const again = members.split(',').find((member) => member.startsWith(`"${field}"`))
      expect(faultsOf(`{${members},${again}}`)).toEqual([`/${field} is given more than once`])
    },
  )

  test('an endpoint may not have a member twice, even if one name is escaped', () => {
    expect(faultsOf('{"name":"a","data":1,"d\\u0061ta":2}')).toEqual([
      '/data is given more than once',
    ])
  })

  test('the data of an endpoint may have a member twice', () => {
    expect(faultsOf(bodyWith({ data: '{"name":1,"name":2}' }))).toEqual([])
  })

  test('an endpoint must have a name and data', () => {
    expect(faultsOf('{}')).toEqual([
      '/name is missing; it is a string',
      '/data is missing; it is any JSON value',
    ])
  })

  test('an endpoint must be an object', () => {
    for (const body of ['[]', '"a"', 'null']) expect(faultsOf(body)).toEqual([' must be an object'])
  })

  test('all faults of an endpoint are reported at once', () => {
    const body = '{"name":"/\\u0000","statusCode":1,"delay":-1,"dalay":2,"delay":3,"delay":-4}'
    const faults = [
      '/name must not hold control characters',
      '/name must not hold / or \\',
      '/data is missing; it is any JSON value',
      badStatus,
      badDelay,
      `/dalay is not one of ${fields}: did you mean \`delay\`?`,
      '/delay is given more than once',
    ]
    expect(new Set(faultsOf(body))).toEqual(new Set(faults))
    const told = `${faults.slice(0, 2).join('; ')}; `
    expect(() => parseEndpoint(body)).toThrow(told)
  })

  test('invalid JSON is refused before the fields of an endpoint are checked', () => {
    expect(() => parseEndpoint('{"name":1,"delay":}')).toThrow(
      expect.objectContaining({ code: 'invalid-json' }),
    )
  })
})
