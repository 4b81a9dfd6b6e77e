// Finds the daemon that a command calls, and turns errors of its calls into messages for people.
import {
  causesOf,
  codeOf,
  createClientOf,
  createWire,
  Problem,
  proposedAs,
  WireError,
} from '@mock-endpoint/core/client'
import { ExitError, exitCodes } from '../program/exit.ts'
import { type Given, givenValue } from '../settings/setting.ts'
import { settings as ofDaemon } from '../settings/table.ts'
import type { Daemon } from './command.ts'
import * as settings from './settings.ts'

/** Returns the daemon that the flags or the environment name. Default: the one on this machine. */
export function findDaemon(given: Given): Daemon {
  if ('--url' in given.flags && '--port' in given.flags) {
    const sentence = '--url and --port both say where the daemon is. Give one of them.'
    throw new ExitError(exitCodes.badSetting, sentence)
  }
  const isHere = '--port' in given.flags
  const url = (isHere ? undefined : givenValue(given, settings.url)) ?? localUrl(given)
  const token = settings.sentToken.read(given)
  const control = createWire({ url, token, fetch: fetchAnew })
  const client = createClientOf(control, { root: () => url })
  return { url, control, client }
}

/** Returns the URL of a daemon on this machine that was started with the same port setting. */
function localUrl(given: Given): string {
  const port = ofDaemon.port.read(given)
  if (port !== 0) return `http://localhost:${port}`
  const sentence =
    'The port 0 stands for any free port, so it does not tell where the daemon is. Give --url, or the port that it prints.'
  throw new ExitError(exitCodes.badSetting, sentence)
}

/** Uses a new connection per call, because a kept one could reach a daemon that is stopping. */
const fetchAnew: typeof fetch = (target, init) =>
  fetch(target, { ...init, headers: { ...init?.headers, connection: 'close' } })

/** Turns a refusal by the daemon, or no response, into an `ExitError`. Returns others unchanged. */
export function toExitError(error: unknown, url: string): unknown {
  if (error instanceof Problem) {
    const hint =
      error.code === 'token-required' ? ' Give it with --token, or as MOCK_ENDPOINT_TOKEN.' : ''
    const sentence = inCommands(error.message) + hint
    return new ExitError(exitCodes.badSetting, sentence, { cause: error })
  }
  if (!(error instanceof WireError)) return error
  if (error.kind === 'foreign') {
    return new ExitError(exitCodes.badSetting, `${url} ${why(error)}. Check --url.`, {
      cause: error,
    })
  }
  const reason = why(error)
  if (/CERT|^UNABLE_TO_/.test(reason)) {
    const sentence = `The certificate of ${url} is not trusted (${reason}). Set NODE_EXTRA_CA_CERTS: \`mock-endpoint ca\` shows how.`
    return new ExitError(exitCodes.noDaemon, sentence, { cause: error })
  }
  const sentence = `No daemon answers at ${url} (${reason}). Start one with \`mock-endpoint\`, or pass its --url.`
  return new ExitError(exitCodes.noDaemon, sentence, { cause: error })
}

/** Returns the innermost cause, because `fetch failed` is vague, but its cause has a code. */
export function why(error: unknown): string {
  if (error instanceof WireError && error.kind === 'foreign') {
    return `answered ${error.status}, but it is not mock-endpoint`
  }
  const root = causesOf(error).at(-1)
  if (!(root instanceof Error)) return String(root)
  const code = root instanceof Problem ? undefined : codeOf(root)
  return code ?? root.message.replace(/\.$/, '')
}

/** API calls that problems mention, and the equivalent commands. */
const callsAsCommands: readonly (readonly [RegExp, string])[] = [
  [/PUT \S*\/api\/endpoint\/add/, '`mock-endpoint add`'],
  [
    /GET or DELETE \S*\/api\/rule\?endpoint=(\S+?)(?=\.? |\.?$)/,
    '`mock-endpoint rule list $1`, or `mock-endpoint rule clear $1`',
  ],
  [/GET \S*\/api\/rule(?= )/, '`mock-endpoint rule list`'],
  [/GET \S*\/api\/request(?= )/, '`mock-endpoint requests`'],
]

/** Replaces the API calls in a message of the daemon with commands. */
function inCommands(message: string): string {
  const proposed = proposedAs(message, (_, __, rule) => `mock-endpoint rule add ${quoted(rule)}`)
  if (proposed !== message) return proposed
  return callsAsCommands.reduce((said, [call, command]) => said.replace(call, command), message)
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
