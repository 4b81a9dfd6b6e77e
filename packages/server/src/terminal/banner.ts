// The first output of the daemon: its URLs, where it keeps endpoints, and commands to try.
import { version } from '../program/build.ts'
import { forTerminal, paint } from './request-line.ts'

/** A daemon that has started to listen. */
export interface Started {
  /** Its HTTP URL. */
  readonly url: string
  /** Its HTTPS URL, if it answers HTTPS. */
  readonly https?: string | undefined
  /**
   * The certificate file that HTTPS clients have to trust. `undefined` without HTTPS, and with the
   * user's own certificate.
   */
  readonly ca?: string | undefined
  /** The origins of endpoints that have their own port, by name. */
  readonly origins?: Readonly<Record<string, string>> | undefined
  readonly pid: number
  /** The data folder. `undefined` if endpoints are in memory, in files or in a shared store. */
  readonly dataDir: string | undefined
  /** The URL of the store that several daemons share, if it is used. */
  readonly store?: string | undefined
  /** The files that endpoints come from, if any. */
  readonly files?: ServedFiles | undefined
  readonly endpoints: number
  /** The runtime, if it is not Node, and the URL of a page about the differences. */
  readonly runtime?: { readonly name: string; readonly differences: string } | undefined
}

interface ServedFiles {
  readonly from: string
  readonly watched: boolean
  readonly saved: boolean
}

export interface BannerOptions {
  readonly colour: boolean
  /** The commands of typed letters. `undefined` if letters are not read. */
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
