// Reads the settings of the daemon.
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Given } from './setting.ts'
import type { Settings } from './settings.ts'
import { settings } from './table.ts'

/** Returns the settings, with defaults. Throws an `ExitError` for an invalid one. */
export function readSettings(given: Given): Settings {
  const values = Object.entries(settings).map(([name, setting]) => [name, setting.read(given)])
  const read: Settings = Object.fromEntries(values)
  const all: Settings = {
    ...read,
    hosts: read.hosts?.length ? [...new Set(read.hosts)] : undefined,
    watch: read.watch || read.write,
    https: read.https || read.cert !== undefined,
    token: read.noToken ? undefined : read.token,
  }
  refuseOpenControl(all)
  refuseHalfCertificate(all)
  refuseTwoPorts(all)
  refuseContradictions(given)
  return all
}

/** Beyond loopback, requires --token or --no-token: anyone there could change the responses. */
function refuseOpenControl({ hosts = [], token: given, noToken: without }: Settings): void {
  const open = hosts.find((address) => !/^(127(\.\d{1,3}){3}|::1|localhost)$/i.test(address))
  if (open === undefined || given !== undefined || without) return
  const message = `--host ${open} opens the control API to other machines: set --token, or --no-token if that is meant.`
  throw new ExitError(exitCodes.badSetting, message)
}

/** An endpoint has one port, which `status` and the web UI show. */
function refuseTwoPorts({ serve }: Settings): void {
  const names = serve.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice === undefined) return
  const message = `--serve gives \`${twice}\` two ports, but an endpoint has one.`
  throw new ExitError(exitCodes.badSetting, message)
}

/** Flags of which the second one would be ignored. */
const contradictions = [
  ['--memory', '--data-dir'],
  ['--quiet', '--verbose'],
] as const

function refuseContradictions({ flags }: Given): void {
  const found = contradictions.find((both) => both.every((flag) => flag in flags))
  if (!found) return
  throw new ExitError(exitCodes.badSetting, `Give ${found.join(' or ')}, not both.`)
}

function refuseHalfCertificate({ cert, key }: Settings): void {
  if ((cert === undefined) === (key === undefined)) return
  const [given, missing] = cert === undefined ? ['--key', '--cert'] : ['--cert', '--key']
  const message = `${given} needs ${missing}: a certificate and its key go together.`
  throw new ExitError(exitCodes.badSetting, message)
}
