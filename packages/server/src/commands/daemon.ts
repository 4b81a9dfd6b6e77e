// The daemon that a command calls, and what goes wrong with it as lines for people.
import {
  causesOf,
  codeOf,
  createClientOf,
  createWire,
  Problem,
  proposedAs,
  WireError,
} from '@mock-endpoint/core/client'
import { DEFAULT_PORT } from '../http/default-port.ts'
import { ExitError, exitCodes } from '../program/exit.ts'
import { type Given, givenValue } from '../settings/setting.ts'
import { settings as ofDaemon } from '../settings/table.ts'
import type { Daemon } from './command.ts'
import * as settings from './settings.ts'

/** The one that the flags or the environment name; otherwise the one on this machine. */
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

/** A daemon that was given the same environment. */
function localUrl(given: Given): string {
  return `http://localhost:${ofDaemon.port.read(given) || DEFAULT_PORT}`
}

/** Over a connection of its own: one that is kept would reach a daemon that is stopping. */
const fetchAnew: typeof fetch = (target, init) =>
  fetch(target, { ...init, headers: { ...init?.headers, connection: 'close' } })

/** The error to end with: a refusal, or that nobody answers, in a sentence. Others stay as they are. */
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

/** The innermost cause says most: `fetch failed` says nothing, but its cause has a code. */
export function why(error: unknown): string {
  if (error instanceof WireError && error.kind === 'foreign') {
    return `answered ${error.status}, but it is not mock-endpoint`
  }
  const root = causesOf(error).at(-1)
  if (!(root instanceof Error)) return String(root)
  const code = root instanceof Problem ? undefined : codeOf(root)
  return code ?? root.message.replace(/\.$/, '')
}

/** Each call that a problem names, and the command that does the same. */
const callsAsCommands: readonly (readonly [RegExp, string])[] = [
  [/PUT \S*\/api\/endpoint\/add/, '`mock-endpoint add`'],
  [
    /GET or DELETE \S*\/api\/rule\?endpoint=(\S+?)(?=\.? |\.?$)/,
    '`mock-endpoint rule list $1`, or `mock-endpoint rule clear $1`',
  ],
  [/GET \S*\/api\/rule(?= )/, '`mock-endpoint rule list`'],
  [/GET \S*\/api\/request(?= )/, '`mock-endpoint requests`'],
]

/** What the daemon says of its API, in the words of somebody at a shell. */
function inCommands(message: string): string {
  const proposed = proposedAs(message, (_, __, rule) => `mock-endpoint rule add ${quoted(rule)}`)
  if (proposed !== message) return proposed
  return callsAsCommands.reduce((said, [call, command]) => said.replace(call, command), message)
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
