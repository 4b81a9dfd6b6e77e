// What the daemon says first: where it is, where it keeps endpoints, what to type.
import { version } from '../program/build.ts'
import { forTerminal, paint } from './request-line.ts'

/** What there is to know once the daemon listens. */
export interface Started {
  /** By HTTP. */
  readonly url: string
  /** By HTTPS, if it answers that. */
  readonly https?: string | undefined
  /** The file that clients of HTTPS have to trust; `undefined` where that is for others to say. */
  readonly ca?: string | undefined
  /** The origins of endpoints that have one of their own, by name. */
  readonly origins?: Readonly<Record<string, string>> | undefined
  readonly pid: number
  /** Where endpoints are kept; `undefined` for memory. */
  readonly dataDir: string | undefined
  /** Where they are when several daemons share them. */
  readonly store?: string | undefined
  /** The files that they come from, if they do. */
  readonly files?: ServedFiles | undefined
  readonly endpoints: number
  /** What runs it, if it is not Node, and where it is told what is different there. */
  readonly runtime?: { readonly name: string; readonly differences: string } | undefined
}

interface ServedFiles {
  readonly from: string
  readonly watched: boolean
  readonly saved: boolean
}

export interface BannerOptions {
  readonly colour: boolean
  /** What letters do that somebody types; `undefined` when none are read. */
  readonly keys?: string | undefined
}

export function banner(
  { url, https, ca, origins = {}, dataDir, store, files, endpoints, runtime }: Started,
  options: BannerOptions,
): string {
  const { colour, keys } = options
  const count = endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`
  const row = (label: string, text: string): string =>
    `  ${paint('dim', label.padEnd(9), colour)}${text}`
  const body = `'{"name":"hello","data":{"hello":"world"}}'`
  return [
    '',
    `  ${paint('bold', 'mock-endpoint', colour)} ${version}`,
    '',
    row('Web UI', paint('cyan', url, colour)),
    ...(https === undefined
      ? []
      : [row('HTTPS', `${paint('cyan', https, colour)}${trustText(ca)}`)]),
    files
      ? row('Files', `${filesText(files)}, ${count}`)
      : row('Data', `${store ?? dataText(dataDir)}, ${count}`),
    ...Object.entries(origins).map(([name, origin]) =>
      row('Serves', `${forTerminal(name)} at ${paint('cyan', origin, colour)}`),
    ),
    ...(runtime ? [row('Runs on', `${runtime.name}: ${runtime.differences}`)] : []),
    row('Add', `curl -X PUT ${url}/api/endpoint/add -d ${body}`),
    row('Read', `curl ${url}/endpoint/hello`),
    keys === undefined ? row('Stop', 'Ctrl+C') : row('Keys', keys),
    '',
  ].join('\n')
}

function trustText(ca: string | undefined): string {
  return ca === undefined ? '' : `, for clients that trust ${forTerminal(ca)}`
}

function dataText(dataDir: string | undefined): string {
  return dataDir === undefined ? 'in memory only' : forTerminal(dataDir)
}

function filesText({ from, watched, saved }: ServedFiles): string {
  const how = saved ? ' (watched, changes are saved)' : watched ? ' (watched)' : ''
  return `${forTerminal(from)}${how}`
}
