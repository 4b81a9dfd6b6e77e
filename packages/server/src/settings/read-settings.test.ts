import { describe, expect, test } from 'vitest'
import { parseCommandLine } from '../cli/command-line.ts'
import { ExitError } from '../program/exit.ts'
import { readSettings } from './read-settings.ts'
import type { Settings } from './settings.ts'
import { allSettings as table } from './table.ts'

type Env = Record<string, string>

function read(argv: readonly string[], env: Env = {}): Settings {
  const line = parseCommandLine(argv, () => {})
  if (!line) throw new Error('help or the version was printed')
  return readSettings({ flags: line.flags, env })
}

function refusal(argv: readonly string[], env: Env = {}): ExitError {
  try {
    read(argv, env)
  } catch (error) {
    if (error instanceof ExitError) return error
    throw error
  }
  throw new Error('the settings were taken')
}

test('without flags and variables, all settings have their defaults', () => {
  expect(read([])).toEqual({
    port: 16_540,
    hosts: undefined,
    serve: [],
    https: false,
    dataDir: '.mock-endpoint',
    memory: false,
    watch: false,
    write: false,
    minFree: 64 * 1024 * 1024,
    token: undefined,
    noToken: false,
    allowedHosts: [],
    allowOrigins: [],
    allowForward: [],
    allowSend: [],
    maxBody: undefined,
    pendingBytes: expect.any(Number),
    memoryBytes: expect.any(Number),
    journalRequests: undefined,
    journalBytes: undefined,
    journalBody: undefined,
    journalResponse: undefined,
    seed: undefined,
    maxWaits: undefined,
    maxStreams: undefined,
    showSecrets: false,
    behindProxy: false,
    open: false,
    verbose: false,
    quiet: false,
    json: false,
    reportingDsn: undefined,
  })
})

describe('the value of a setting', () => {
  const dsn = 'https://key@errors.example/1'
  const redis = (host: string): string => `rediss://user:password@${host}:6379/1`
  test.each<[keyof Settings, string, string, string, unknown, unknown]>([
    ['port', 'MOCK_ENDPOINT_PORT', '1', '--port=2', 1, 2],
    ['hosts', 'MOCK_ENDPOINT_HOST', '::1', '--host=127.0.0.2', ['::1'], ['127.0.0.2']],
    ['dataDir', 'MOCK_ENDPOINT_DATA_DIR', 'a', '--data-dir=b', 'a', 'b'],
    ['minFree', 'MOCK_ENDPOINT_MIN_FREE', '0', '--min-free=1MiB', 0, 1_048_576],
    ['token', 'MOCK_ENDPOINT_TOKEN', 'a', '--token=b', 'a', 'b'],
    ['allowedHosts', 'MOCK_ENDPOINT_ALLOWED_HOSTS', 'a.b', '--allowed-host=c.d', ['a.b'], ['c.d']],
    ['allowOrigins', 'MOCK_ENDPOINT_ALLOW_ORIGINS', '*', '--allow-origin=*', ['*'], ['*']],
    ['allowForward', 'MOCK_ENDPOINT_ALLOW_FORWARD', '*', '--allow-forward=a.b:1', ['*'], ['a.b:1']],
    ['allowSend', 'MOCK_ENDPOINT_ALLOW_SEND', '*', '--allow-send=a.b:1', ['*'], ['a.b:1']],
    ['maxBody', 'MOCK_ENDPOINT_MAX_BODY', '1', '--max-body=2', 1, 2],
    ['journalRequests', 'MOCK_ENDPOINT_JOURNAL_REQUESTS', '0', '--journal-requests=9', 0, 9],
    ['pendingBytes', 'MOCK_ENDPOINT_PENDING_BYTES', '1kB', '--pending-bytes=2kB', 1000, 2000],
    ['store', 'MOCK_ENDPOINT_STORE', redis('a'), `--store=${redis('b')}`, redis('a'), redis('b')],
    ['staleLimit', 'MOCK_ENDPOINT_STALE_LIMIT', '1s', '--stale-limit=2min', 1000, 120_000],
    ['memoryBytes', 'MOCK_ENDPOINT_MEMORY_BYTES', '1kB', '--memory-bytes=2kB', 1000, 2000],
    ['journalBytes', 'MOCK_ENDPOINT_JOURNAL_BYTES', '1kB', '--journal-bytes=2kB', 1000, 2000],
    ['journalBody', 'MOCK_ENDPOINT_JOURNAL_BODY', '0', '--journal-body=1KiB', 0, 1024],
    ['journalResponse', 'MOCK_ENDPOINT_JOURNAL_RESPONSE', '0', '--journal-response=1KiB', 0, 1024],
    ['seed', 'MOCK_ENDPOINT_SEED', '0', '--seed=4294967295', 0, 4_294_967_295],
    ['maxWaits', 'MOCK_ENDPOINT_MAX_WAITS', '0', '--max-waits=9', 0, 9],
    ['maxStreams', 'MOCK_ENDPOINT_MAX_STREAMS', '7', '--max-streams=0', 7, 0],
    ['reportingDsn', 'SERVER_REPORTING_DSN', dsn, '--memory', dsn, dsn],
  ])(
    'the value of %s is taken from %s, and a flag takes precedence',
    (name, variable, text, flag, one, two) => {
      expect(read([], { [variable]: text })[name]).toEqual(one)
      expect(read([flag], { [variable]: text })[name]).toEqual(two)
    },
  )

  test.each(table.flatMap(({ variable }) => variable ?? []))(
    'an empty %s counts as unset',
    (name) => {
      expect(read([], { [name]: '' })).toEqual(read([]))
    },
  )

  test('PORT, HOST, TOKEN and DATA_DIR are not read', () => {
    expect(read([], { PORT: '1', HOST: '0.0.0.0', TOKEN: 'x', DATA_DIR: 'x' })).toEqual(read([]))
  })

  test('a flag that is given twice has its last value', () => {
    expect(read(['--port', '1', '--port', '2']).port).toBe(2)
  })

  test('a list comes from a repeated flag or from a variable with commas', () => {
    const flags = ['--allowed-host', 'a.b', '--allowed-host', 'c.d']
    expect(read(flags).allowedHosts).toEqual(['a.b', 'c.d'])
    const env = { MOCK_ENDPOINT_ALLOWED_HOSTS: ' a.b , ,c.d,' }
    expect(read([], env).allowedHosts).toEqual(['a.b', 'c.d'])
    expect(read(['--host', '127.0.0.1,[::1]', '--host', '::1']).hosts).toEqual(['127.0.0.1', '::1'])
  })

  test.each([
    ['0', 0],
    ['65535', 65_535],
    ['080', 80],
  ])('`%s` is a port', (text, port) => {
    expect(read(['--port', text]).port).toBe(port)
  })

  test.each([
    ['1', 1],
    ['500000', 500_000],
    ['64KiB', 65_536],
    ['20 mib', 20_971_520],
    ['2kB', 2000],
    ['3MB', 3_000_000],
    ['7b', 7],
    ['256MiB', 268_435_456],
  ])('`%s` is a size', (text, bytes) => {
    expect(read(['--max-body', text]).maxBody).toBe(bytes)
  })

  test.each(['*', 'https://app.example', 'http://app.example:8080', 'https://App.Example'])(
    '`%s` is an origin',
    (origin) => {
      expect(read(['--allow-origin', origin]).allowOrigins).toEqual([origin])
    },
  )
})

describe('invalid settings', () => {
  const dsn = /^SERVER_REPORTING_DSN `.*`: expected a DSN such as /
  test.each<[RegExp, readonly string[], Env?]>([
    ...['65536', '-1', 'x', '1.5', '1e3', '', ' 80'].map((text): [RegExp, string[]] => [
      /^--port `.*`: expected a port from 0 to 65535\.$/,
      [`--port=${text}`],
    ]),
    ...['0', '257MiB', '1GiB', '-1', '1.5MiB', 'MiB', ''].map((text): [RegExp, string[]] => [
      /^--max-body `.*`: expected a size from 1 to 256MiB, /,
      [`--max-body=${text}`],
    ]),
    ...['-1', 'x', '1.5', '1000001', ''].map((text): [RegExp, string[]] => [
      /^--journal-requests `.*`: expected a number from 0 to 1000000\.$/,
      [`--journal-requests=${text}`],
    ]),
    [/^--journal-bytes `0`: expected a size from 1 to 256MiB, /, ['--journal-bytes=0']],
    [/^--journal-body `x`: expected a size from 0 to 256MiB, /, ['--journal-body=x']],
    [/^--seed `-1`: expected a whole number from 0 to 4294967295\.$/, ['--seed=-1']],
    [/^--max-waits `x`: expected a number from 0 to 1000000\.$/, ['--max-waits=x']],
    [/^MOCK_ENDPOINT_MAX_STREAMS `-1`: expected/, [], { MOCK_ENDPOINT_MAX_STREAMS: '-1' }],
    [/^MOCK_ENDPOINT_JOURNAL_BODY `-1`: expected/, [], { MOCK_ENDPOINT_JOURNAL_BODY: '-1' }],
    ...['-1', 'x', '1048577MiB', '0.5', ''].map((text): [RegExp, string[]] => [
      /^--min-free `.*`: expected a size from 0 to 1048576MiB, /,
      [`--min-free=${text}`],
    ]),
    [/^MOCK_ENDPOINT_MIN_FREE `x`: expected a size/, [], { MOCK_ENDPOINT_MIN_FREE: 'x' }],
    [/--show-secrets=…/, ['--show-secrets=hush']],
    ...['app.example', 'https://app.example/', 'https://a.b/c', 'null', ''].map(
      (text): [RegExp, string[]] => [
        /^--allow-origin `.*`: expected \* or an origin /,
        [`--allow-origin=${text}`],
      ],
    ),
    ...['x', 'ftp://key@a.b/1', 'https://a.b/1', 'https://key@a.b', 'https://key@a.b/x'].map(
      (text): [RegExp, string[], Env] => [dsn, [], { SERVER_REPORTING_DSN: text }],
    ),
    [/^MOCK_ENDPOINT_PORT `x`: expected a port/, [], { MOCK_ENDPOINT_PORT: 'x' }],
    [/^MOCK_ENDPOINT_MAX_BODY `x`: expected a size/, [], { MOCK_ENDPOINT_MAX_BODY: 'x' }],
    [/^MOCK_ENDPOINT_ALLOW_ORIGINS `x`: /, [], { MOCK_ENDPOINT_ALLOW_ORIGINS: '*,x' }],
    [/^--allow-origin `ftp:\/\/a.b`: expected \* or an origin /, ['--allow-origin=ftp://a.b']],
    [/^--allowed-host `a.b:80`: expected a host name/, ['--allowed-host=a.b:80']],
    [/^--token: expected visible ASCII/, ['--token=ü']],
    [/^--data-dir ` `: expected a text that is not empty\.$/, ['--data-dir', ' ']],
    [/--prot.*Did you mean --port\?/, ['--prot', '1']],
    [/--xyz.* --help lists the commands\.$/, ['--xyz']],
    [/--port <number>.* argument missing/, ['--port']],
    [/unknown command "zzz"/, ['zzz']],
    [/--quiet=…/, ['--quiet=1']],
  ])('an error of one line matches %s for %j %j', (message, argv, env) => {
    const error = refusal(argv, env)
    expect(error).toMatchObject({ code: 2, message: expect.stringMatching(message) })
    expect(error.message).toMatch(/^[^\n]*[^.\n]\.$/)
  })

  test('errors do not show the value of a token', () => {
    expect(refusal(['--token', '   ']).message).toBe(
      '--token: expected visible ASCII characters without spaces.',
    )
    expect(refusal([], { MOCK_ENDPOINT_TOKEN: ' ' }).message).toMatch(/^MOCK_ENDPOINT_TOKEN: /)
    expect(refusal(['--token', 'hush', '--host=0.0.0.0', '--port=x']).message).not.toMatch('hush')
    expect(refusal(['--token', 'hush', 'hush-2']).message).not.toMatch('hush')
  })

  test('errors do not show the value after a mistyped --token', () => {
    expect(refusal(['--tokn', 'hush']).message).not.toMatch('hush')
    expect(refusal(['--tokn=hush']).message).not.toMatch('hush')
  })
})

test('flags that contradict each other are refused', () => {
  expect(refusal(['--memory', '--data-dir', 'a']).message).toBe(
    'Give --memory or --data-dir, not both.',
  )
  expect(refusal(['--quiet', '--verbose']).message).toBe('Give --quiet or --verbose, not both.')
  expect(refusal(['--serve', 'a=1', '--serve', 'b=2', '--serve', 'a=3']).message).toBe(
    '--serve gives `a` two ports, but an endpoint has one.',
  )
})

describe('the control API beyond loopback', () => {
  const beyond = ['0.0.0.0', '::', '192.168.1.20', 'mocks.example', '127.mocks.example']

  test.each(beyond)('the control API on %s is refused without --token or --no-token', (host) => {
    const message = expect.stringMatching(/^--host \S+ opens .*--token.*--no-token/)
    expect(refusal(['--host', host])).toMatchObject({ code: 2, message })
    expect(refusal(['--host', '::1', '--host', host]).message).toContain(host)
  })

  test.each(beyond)('the control API opens on %s with a token or with --no-token', (host) => {
    expect(read(['--host', host, '--token', 'x'])).toMatchObject({ hosts: [host], token: 'x' })
    expect(read(['--host', host], { MOCK_ENDPOINT_TOKEN: 'x' }).token).toBe('x')
    const open = read(['--host', host, '--no-token'], { MOCK_ENDPOINT_TOKEN: 'x' })
    expect(open).toMatchObject({ hosts: [host], noToken: true, token: undefined })
  })

  test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])(
    'the control API on %s needs no token',
    (host) => {
      expect(read(['--host', host])).toMatchObject({ hosts: [host], token: undefined })
    },
  )
})
