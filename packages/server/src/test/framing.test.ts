// Host and Transfer-Encoding by RFC 9112, with raw requests to the built daemon.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, ask } from '../../../core/src/test/contract/contract-service.ts'
import { overSocket, type Send } from '../../../core/src/test/send.ts'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'
import { exchange, last, outcome } from './raw-exchange.ts'

let daemon: Daemon
let send: Send

beforeAll(async () => {
  const folder = await freshFolder()
  daemon = await startDaemon({ args: ['--memory'], cwd: folder.path })
  send = overSocket(daemon.url)
  await add(send, { name: 'orders', data: 'here' })
  return folder.remove
})

afterAll(async () => {
  await daemon.stop()
})

const evil = 'Host: evil.example'

/** Paths of both planes, and one where nothing is found. */
const paths = ['/endpoint/orders', '/api/health', '/nothing']

/** Headers that no request may have (RFC 9112, 3.2 and 6.1), at any path. */
const refusedLines: readonly [what: string, lines: readonly string[], outcome: string][] = [
  ['no Host', [], '400 malformed-host'],
  ['an empty Host', ['Host:'], '400 malformed-host'],
  ['two Hosts', ['Host: localhost', 'HOST: localhost'], '400 malformed-host'],
  ['two Hosts, one foreign', ['Host: localhost', evil], '400 malformed-host'],
  ['two Hosts, one empty', ['Host: localhost', 'Host:'], '400 malformed-host'],
  ['a Host with a user', ['Host: user@localhost'], '400 malformed-host'],
  ['a Host with a path', ['Host: localhost/api'], '400 malformed-host'],
  ['a Host that is a list', ['Host: localhost, localhost'], '400 malformed-host'],
  ['a Host that is a URL', ['Host: http://localhost'], '400 malformed-host'],
  ['a port that is too high', ['Host: localhost:65536'], '400 malformed-host'],
  ['a port that is no number', ['Host: localhost:http'], '400 malformed-host'],
  ['an IPv6 address without its end', ['Host: [::1'], '400 malformed-host'],
  ['an empty Transfer-Encoding', ['Host: a', 'Transfer-Encoding:'], '400 malformed-request'],
  ['a blank Transfer-Encoding', ['Host: a', 'Transfer-Encoding: \t '], '400 malformed-request'],
  ['an unknown Transfer-Encoding', ['Host: a', 'Transfer-Encoding: zip'], '400 malformed-request'],
  [
    'chunks that are not the last coding',
    ['Host: a', 'Transfer-Encoding: chunked, gzip'],
    '400 malformed-request',
  ],
  [
    'a coding that is not undone',
    ['Host: a', 'Transfer-Encoding: gzip, chunked'],
    '400 malformed-request',
  ],
  [
    'the same length twice',
    ['Host: a', 'Content-Length: 0', 'Content-Length: 0'],
    '400 malformed-request',
  ],
]

describe('the framing of a request', () => {
  test('a chunked body in HTTP/1.0 is refused and ends the connection', async () => {
    const lines = [
      'Host: a',
      'Connection: keep-alive',
      'Transfer-Encoding: chunked',
      '',
      '0',
      '',
      '',
    ]
    const second = 'GET /endpoint/orders HTTP/1.1\r\nHost: a\r\n\r\n'
    const text = `POST /endpoint/orders HTTP/1.0\r\n${lines.join('\r\n')}${second}`
    const responses = await exchange(daemon.url, text)
    expect(responses.map(outcome)).toEqual(['400 malformed-request'])
  })

  test('garbage after a delayed request gets one 400, however much of it comes', async () => {
    await add(send, { name: 'slow', data: 1, delay: 300 })
    const socket = connect(Number(new URL(daemon.url).port), '127.0.0.1')
    let responses = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      responses += text
    })
    socket.write('GET /endpoint/slow HTTP/1.1\r\nHost: a\r\n\r\n')
    for (let i = 0; i < 30; i++) {
      socket.write('\0'.repeat(100))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await once(socket, 'close')
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    // Node would warn of too many listeners, for example.
    expect(daemon.stderr()).toBe('')
  })

  test.each(refusedLines)('%s is refused on every plane', async (_, lines, expected) => {
    for (const path of paths) {
      const responses = await exchange(daemon.url, last(`POST ${path} HTTP/1.1`, lines))
      expect({ path, responses: responses.map(outcome) }).toEqual({ path, responses: [expected] })
    }
  })

  test.each([[''], ['\0garbage'], ['GET /endpoint/orders HTTP/1.1\r\nHost: localhost\r\n\r\n']])(
    'HTTP/1.1 without a Host ends its connection, and %j after it is dropped',
    async (behind) => {
      for (const path of paths) {
        const responses = await exchange(daemon.url, `GET ${path} HTTP/1.1\r\n\r\n${behind}`)
        expect(responses.map(outcome)).toEqual(['400 malformed-host'])
        expect(responses[0]?.headers.get('connection')).toBe('close')
      }
    },
  )

  test('OPTIONS * tells what the service takes, and is not recorded', async () => {
    await ask(send, '/api/request', { method: 'DELETE' })
    const responses = await exchange(daemon.url, last('OPTIONS * HTTP/1.1'))
    expect(responses.map(outcome)).toEqual(['200'])
    expect(responses[0]?.headers.get('allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
    expect(responses[0]?.body).toBe('')
    const journal = await ask(send, '/api/request')
    expect(await journal.json()).toMatchObject({ requests: [] })
  })

  test('HTTP/1.0 needs no Host, and gets one response', async () => {
    for (const path of paths.slice(0, 2)) {
      const responses = await exchange(daemon.url, `GET ${path} HTTP/1.0\r\n\r\n`)
      expect(responses.map(outcome)).toEqual(['200'])
    }
  })
})

test('a client that is still sending its body gets the reason of the refusal', async () => {
  const body = 'x'.repeat(2_000_000)
  const large = `Content-Length: ${body.length}`
  for (let i = 0; i < 5; i++) {
    for (const [line, lines, expected] of [
      ['POST /endpoint/orders HTTP/1.1', [large], '400 malformed-host'],
      ['POST /a\\b HTTP/1.1', ['Host: localhost', large], '400 malformed-url'],
    ] as const) {
      const responses = await exchange(daemon.url, last(line, [...lines], body))
      expect(responses.map(outcome)).toEqual([expected])
    }
  }
})
