import { describe, expect, test } from 'vitest'
import { createClient } from '../client.ts'

const url = 'http://localhost:16540'

describe('the URL of a client', () => {
  test.each([
    ['http://localhost:16540/', 'http://localhost:16540'],
    ['http://localhost:16540///', 'http://localhost:16540'],
    [new URL('http://localhost:16540'), 'http://localhost:16540'],
    ['HTTP://LocalHost:80', 'http://localhost'],
    ['http://[::1]:16540/', 'http://[::1]:16540'],
    ['https://mocks.example/team/', 'https://mocks.example/team'],
  ])('the URL %s is used as %s', async (given, expected) => {
    const urls: string[] = []
    const client = createClient({
      url: given,
      fetch: async (input) => {
        urls.push(String(input))
        return new Response('{"status":"ok"}')
      },
    })
    expect(client.url()).toBe(expected)
    expect(client.url('a')).toBe(`${expected}/endpoint/a`)
    expect(client.url('a/b/c d')).toBe(`${expected}/endpoint/a/b/c d`)
    expect(client.url('/a/')).toBe(`${expected}/endpoint/a/`)
    await client.health()
    expect(urls).toEqual([`${expected}/api/health`])
  })

  test.each(['', 'nonsense', '/api', '//localhost:16540', 'http://', 'localhost:16540'])(
    'the URL %j is refused',
    (given) => {
      const message = `url must be that of a service, such as http://localhost:16540, not \`${given}\`.`
      expect(() => createClient({ url: given })).toThrow(new TypeError(message))
    },
  )

  test.each([
    [{ baseUrl: url }, '`baseUrl` is called `url`.'],
    [
      { url: `${url}/endpoint/` },
      `url must be that of the service: \`${url}\`, without /endpoint.`,
    ],
  ])('the options %j are refused with a hint', (options, message) => {
    expect(() => createClient(Object(options))).toThrow(message)
  })
})
