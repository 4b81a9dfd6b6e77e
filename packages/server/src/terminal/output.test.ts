import { describe, expect, test } from 'vitest'
import { createPrinter, type Printer, type PrinterOptions } from './output.ts'

interface Printed {
  readonly printer: Printer
  readonly out: () => string
  readonly err: () => string
}

type Choices = Partial<Pick<PrinterOptions, 'quiet' | 'json' | 'colour' | 'verbose'>> & {
  isTTY?: boolean
}

function create({ isTTY = true, ...choices }: Choices = {}): Printed {
  let [out, err] = ['', '']
  const stdout = { isTTY, write: (text: string) => (out += text) }
  const stderr = { write: (text: string) => (err += text) }
  const plain = { quiet: false, json: false, colour: false }
  const printer = createPrinter({ stdout, stderr, ...plain, ...choices })
  return { printer, out: () => out, err: () => err }
}

/** Prints a request that was answered with the status or, without one, aborted. */
function ask({ printer }: Printed, method: string, path: string, statusCode?: number): void {
  const end = statusCode === undefined ? 'aborted' : 'answered'
  printer.request?.({
    method,
    path,
    statusCode: statusCode ?? null,
    outcome: end,
    durationMs: 1.26,
  })
}

const started = { url: 'http://localhost:1', pid: 4711, dataDir: '/srv/data', endpoints: 2 }
const escapeCode = '\u001b'

describe('output for people', () => {
  test('the banner shows the web UI, the data folder and example commands', () => {
    const printed = create()
    printed.printer.started(started)
    const lines = printed.out().split('\n')
    expect(lines).toContain('  Web UI   http://localhost:1')
    expect(lines).toContain('  Stop     Ctrl+C')
    expect(lines).toContain('  Data     /srv/data, 2 endpoints')
    expect(lines).toContain('  Read     curl http://localhost:1/endpoint/hello')
    expect(printed.out()).toContain('curl -X PUT http://localhost:1/api/endpoint/add -d ')
  })

  test.each([
    [{ ...started, endpoints: 1 }, '/srv/data, 1 endpoint\n'],
    [{ ...started, dataDir: undefined }, 'in memory only, 2 endpoints\n'],
    [
      { ...started, https: 'https://localhost:1', ca: '/srv/data/ca.pem' },
      '  HTTPS    https://localhost:1, for clients that trust /srv/data/ca.pem\n',
    ],
    [{ ...started, https: 'https://localhost:1' }, '  HTTPS    https://localhost:1\n'],
    [{ ...started, runtime: { name: 'Bun 1', differences: 'here' } }, '  Runs on  Bun 1: here\n'],
    [{ ...started, dataDir: '/srv/\u202edata\n' }, '/srv/\\u{202e}data\\u{a}, 2 endpoints\n'],
  ])('the banner for %j includes `%s`', (what, text) => {
    const printed = create()
    printed.printer.started(what)
    expect(printed.out()).toContain(text)
  })

  test.each([
    ['GET', '/endpoint/a?b=c', 200, 'GET     /endpoint/a?b=c 200'],
    ['DELETE', '/api/endpoint/a', 404, 'DELETE  /api/endpoint/a 404'],
    ['POST', '/endpoint/a', undefined, 'POST    /endpoint/a aborted'],
    [
      'GET',
      '/\u001b[2J\r\n\u0085\u202e\u2066\u200b\u2028',
      200,
      'GET     /\\u{1b}[2J\\u{d}\\u{a}\\u{85}\\u{202e}\\u{2066}\\u{200b}\\u{2028} 200',
    ],
    ['GET', `/${'a'.repeat(600)}`, 200, `GET     /${'a'.repeat(499)}… 200`],
  ])(
    'the request %s %j with status %s is printed as one line',
    (method, path, statusCode, text) => {
      const printed = create()
      ask(printed, method, path, statusCode)
      const [time = '', rest = ''] = [printed.out().slice(0, 9), printed.out().slice(9)]
      expect(time).toMatch(/^\d\d:\d\d:\d\d $/)
      expect(rest.startsWith(`${text} `)).toBe(true)
      expect(rest.slice(text.length)).toBe(' 1.3 ms\n')
    },
  )

  test.each([
    [['orders', 'order'], '404 unmatched, close to `orders` 0.1 ms'],
    [['a\u202eb'], '404 unmatched, close to `a\\u{202e}b` 0.1 ms'],
    [[], '404 unmatched 0.1 ms'],
    [undefined, '404 unmatched 0.1 ms'],
  ])('an unmatched request with the near misses %j is printed as one line', (nearMisses, text) => {
    const printed = create()
    printed.printer.request?.({
      method: 'GET',
      path: '/endpoint/ordrs',
      statusCode: 404,
      outcome: 'unmatched',
      durationMs: 0.123,
      ...(nearMisses && { nearMisses }),
    })
    expect(printed.out().slice(9)).toBe(`GET     /endpoint/ordrs ${text}\n`)
  })

  test('the line of a forwarded request includes the service that it was forwarded to', () => {
    const printed = create()
    printed.printer.request?.({
      ...{ method: 'GET', path: '/endpoint/a', statusCode: 200, outcome: 'answered' },
      ...{ durationMs: 2, rule: 'r', forwarded: { to: 'https://a.b', durationMs: 1 } },
    })
    expect(printed.out().slice(9)).toBe('GET     /endpoint/a 200 by rule r from https://a.b 2 ms\n')
  })

  test('the banner lists the keys instead of Ctrl+C if keys are read', () => {
    const printed = create()
    printed.printer.started(started, 'q quits')
    expect(printed.out().split('\n')).toContain('  Keys     q quits')
    expect(printed.out()).not.toContain('Ctrl+C')
  })

  test('a warning goes to stderr', () => {
    const printed = create()
    printed.printer.warn('one\u001b[31m')
    expect(printed.err()).toBe('mock-endpoint: warning: one\\u{1b}[31m\n')
    expect(printed.out()).toBe('')
  })

  test('requests are not printed when stdout is not a terminal', () => {
    expect(create({ isTTY: false }).printer.request).toBeUndefined()
    expect(create({ isTTY: false, verbose: true }).printer.request).toBeDefined()
  })

  test('a note is one line with its control characters escaped', () => {
    const printed = create()
    printed.printer.note('one\u001b[31m\ntwo\u202e')
    expect(printed.out()).toBe('one\\u{1b}[31m\\u{a}two\\u{202e}\n')
  })

  test('the recovery of the data folder is printed to stdout', () => {
    const printed = create()
    printed.printer.recovered()
    expect([printed.out(), printed.err()]).toEqual(['The data folder accepts writes again.\n', ''])
  })

  test('an error goes to stderr with its lines kept and its control characters escaped', () => {
    const printed = create()
    printed.printer.error('one\u001b[31m\n  two\u202e')
    expect(printed.err()).toBe('mock-endpoint: one\\u{1b}[31m\n  two\\u{202e}\n')
    expect(printed.out()).toBe('')
  })

  test.each([
    [false, 0],
    [true, 1],
  ])('escape codes are printed only with colour: %s, %i', (colour, times) => {
    const printed = create({ colour })
    printed.printer.started(started)
    ask(printed, 'GET', '/', 200)
    printed.printer.stopping()
    expect(Math.min(printed.out().split(escapeCode).length - 1, 1)).toBe(times)
  })
})

test('--quiet prints only errors', () => {
  for (const json of [false, true]) {
    const printed = create({ quiet: true, json })
    printed.printer.started(started)
    printed.printer.note('by the way')
    printed.printer.recovered()
    printed.printer.stopping()
    printed.printer.warn('beware')
    printed.printer.error('trouble')
    expect(printed.err()).not.toContain('beware')
    expect(printed.printer.request).toBeUndefined()
    expect(printed.out()).toBe('')
    expect(printed.err()).toContain('trouble')
  }
})

describe('--json', () => {
  function events(text: string): unknown[] {
    expect(text.endsWith('\n')).toBe(true)
    return text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  }

  test('--json prints one object per line, also when stdout is not a terminal', () => {
    const printed = create({ json: true, isTTY: false })
    printed.printer.started(started, 'q quits')
    ask(printed, 'GET', '/endpoint/\n', 200)
    ask(printed, 'GET', '/endpoint/a')
    printed.printer.note('one\ntwo')
    printed.printer.recovered()
    printed.printer.stopping()
    const request = { event: 'request', method: 'GET', durationMs: 1.26 }
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(events(printed.out())).toEqual([
      { event: 'listening', ...started },
      { ...request, time, path: '/endpoint/\n', statusCode: 200, outcome: 'answered' },
      { ...request, time, path: '/endpoint/a', statusCode: null, outcome: 'aborted' },
      { event: 'note', message: 'one\ntwo' },
      { event: 'recovered' },
      { event: 'stopping' },
    ])
  })

  test('--json prints errors and warnings of several lines as one line each', () => {
    const printed = create({ json: true })
    printed.printer.error('one\ntwo')
    printed.printer.warn('three\nfour')
    expect(events(printed.err())).toEqual([
      { event: 'error', message: 'one\ntwo' },
      { event: 'warning', message: 'three\nfour' },
    ])
  })

  test('--json prints no colours, even when they are asked for', () => {
    const printed = create({ json: true, colour: true })
    printed.printer.started(started)
    ask(printed, 'GET', '/', 500)
    expect(printed.out()).not.toContain(escapeCode)
  })
})
