// What the daemon does differently on other runtimes than on Node.
import type { Suites } from './suites.ts'

export interface DaemonDifference {
  readonly of: Suites['of']
  /** The test that fails because of it, as `file > suite > test`. */
  readonly test: string
  /** What differs and why, in a sentence for the docs. */
  readonly why: string
  /** Whether the test fails only at times, so that it is not run. Default: false. */
  readonly isByChance?: boolean
}

const service = 'packages/server/src/test'
const hostile = 'hostile/vectors.test.ts > straight to the daemon'

const terminal = `${service}/terminal.test.ts`

/** Job control uses signals, some of which each runtime handles itself. */
const jobControl = (why: string, test: string, isByChance = false): DaemonDifference => ({
  of: 'the service',
  test: `${terminal} > ${test}`,
  why,
  isByChance,
})

const http2 = `${service}/daemon.test.ts > HTTP/2 is answered to clients of HTTPS that offer it`

const starRefused =
  'The parser of Bun refuses the target `*`, also of OPTIONS: 400 `malformed-request`.'

export const onBun: readonly DaemonDifference[] = [
  jobControl(
    'After Ctrl+Z and `bg` the daemon may be stopped by the terminal as it ends.',
    'in the background > Ctrl+Z and bg: the daemon runs on, and leaves what is typed to the shell',
    true,
  ),
  jobControl(
    'Without an opener the warning of `--open` has the words of Bun.',
    '--open > warns when there is no opener, and goes on',
  ),
  {
    of: 'the service',
    test: `${service}/framing.test.ts > the framing of a request > OPTIONS * tells what the service takes, and is not recorded`,
    why: starRefused,
  },
  {
    of: 'the service',
    test: `${service}/raw-http.test.ts > raw http > GET *: GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    why: starRefused,
  },
  {
    of: 'the service',
    test: `${service}/daemon.test.ts > HTTPS is answered beside HTTP`,
    why: 'Bun cannot answer HTTP and HTTPS on one port, so `--https` is refused.',
  },
  {
    of: 'the service',
    test: http2,
    why: 'Bun cannot answer HTTP and HTTPS on one port, so `--https` is refused.',
  },
  { of: 'reliability', test: `${hostile} > OPTIONS *`, why: starRefused },
  { of: 'reliability', test: `${hostile} > GET *`, why: starRefused },
  {
    of: 'reliability',
    test: `${hostile} > an absolute target of another scheme`,
    why: 'The parser of Bun refuses an absolute target that is not HTTP: 400 `malformed-request` instead of `malformed-url`.',
  },
  {
    of: 'reliability',
    test: `${hostile} > two spaces before the version`,
    why: 'The parser of Bun refuses two spaces in the request line, which that of Node takes for one.',
  },
  {
    of: 'reliability',
    test: `${hostile} > 500 headers of one name`,
    why: 'Bun takes fewer headers than Node: 431 `headers-too-large` for 500.',
  },
]

export const onDeno: readonly DaemonDifference[] = [
  jobControl(
    'After Ctrl+Z and `fg` nothing that is typed may be read any more.',
    'a letter with Enter > is taken again after Ctrl+Z and fg',
    true,
  ),
  jobControl(
    'After Ctrl+Z and `bg` the daemon may stay stopped.',
    'in the background > Ctrl+Z and bg: the daemon runs on, and leaves what is typed to the shell',
    true,
  ),
  {
    of: 'the service',
    test: `${service}/exit-codes.test.ts > a data folder that may not be entered ends with 5`,
    why: 'Root may list folders of /proc that Node may not, so one is refused because it is not ours; the exit code is the same.',
  },
  {
    of: 'the service',
    test: `${service}/requests-command.test.ts > an address > where nobody answers is one line`,
    why: 'A refused connection has no code on Deno; the line has the words of Deno instead of `ECONNREFUSED`.',
  },
  {
    of: 'reliability',
    test: `${hostile} > a chunk extension of 64 KiB`,
    why: 'The parser of Deno takes chunk extensions of any length, and drops them.',
  },
  {
    of: 'reliability',
    test: `${hostile} > HTTP/0.9`,
    why: 'Deno ends the connection of a request without a version; Node answers 400 first.',
  },
  {
    of: 'reliability',
    test: `${hostile} > headers that are cut off`,
    why: 'Deno ends the connection of a request that is cut off; Node answers 400 first.',
  },
  {
    of: 'the service',
    test: http2,
    why: 'Deno answers HTTPS by HTTP/1.1 only.',
  },
]
