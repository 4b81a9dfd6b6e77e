// What the daemon says first: where it is, where it keeps endpoints, what to type.
import { version } from './build.ts'
import { forTerminal, paint } from './request-line.ts'

/** What there is to know once the daemon listens. */
export interface Started {
  readonly url: string
  readonly pid: number
  /** Where endpoints are kept; `undefined` for memory. */
  readonly dataDir: string | undefined
  readonly endpoints: number
}

export interface BannerOptions {
  readonly colour: boolean
  /** What the keys do; `undefined` when none are read. */
  readonly keys?: string | undefined
}

export function banner({ url, dataDir, endpoints }: Started, options: BannerOptions): string {
  const { colour, keys } = options
  const count = endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`
  const row = (label: string, text: string): string =>
    `  ${paint('dim', label.padEnd(9), colour)}${text}`
  const body = `'{"name":"hello","data":{"hello":"world"}}'`
  return [
    '',
    `  ${paint('bold', 'mock-endpoint', colour)} ${version}`,
    '',
    row('Page', paint('cyan', url, colour)),
    row('Data', `${dataDir === undefined ? 'in memory only' : forTerminal(dataDir)}, ${count}`),
    row('Add', `curl -X PUT ${url}/api/endpoint/add -d ${body}`),
    row('Read', `curl ${url}/endpoint/hello`),
    keys === undefined ? row('Stop', 'Ctrl+C') : row('Keys', keys),
    '',
  ].join('\n')
}
