// What the daemon was told: a flag wins over the process environment, that over .env, that over
// the build's environment and the default.
import { DEFAULT_PORT } from '../http/start-server.ts'
import { buildEnv } from './build.ts'
import { parseFlags } from './command-line.ts'
import { ExitError, exitCodes } from './exit.ts'
import type { Setting } from './setting-table.ts'
import * as table from './setting-table.ts'
import type { Parse } from './values.ts'

export interface Settings {
  readonly port: number
  /** Addresses to listen on; `undefined` for both loopback ones. */
  readonly hosts: readonly string[] | undefined
  readonly dataDir: string
  readonly memory: boolean
  readonly token: string | undefined
  /** Whether the caller said that there shall be no token. */
  readonly noToken: boolean
  readonly allowedHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  readonly maxBody: number | undefined
  readonly behindProxy: boolean
  readonly quiet: boolean
  readonly json: boolean
  readonly reportingDsn: string | undefined
}

export interface SettingsInput {
  /** What stands behind the program's name. */
  readonly argv: readonly string[]
  /** The process environment laid over .env. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where help goes. */
  readonly print: (text: string) => void
}

/** The settings; `undefined` when the caller asked for help or the version, which are then printed. */
export function readSettings({ argv, env, print }: SettingsInput): Settings | undefined {
  const flags = parseFlags(argv, table.settings, print)
  if (!flags) return undefined

  /** The values given for a setting, from the strongest source that has any. */
  function values<T>({ flag = '', variable = '', parse, isList }: Setting<T>): T[] {
    const name = flag.split(' ', 1)[0] ?? ''
    const given = flags?.[name]
    const inEnv = env[variable] ?? buildEnv[variable] ?? ''
    const split = (text: string): string[] => (isList ? text.split(',') : [text])
    const trimmed = split(inEnv).map((text) => (isList ? text.trim() : text))
    const [source, texts] = given
      ? [name, given.flatMap(split)]
      : [variable, trimmed.filter((text) => text !== '')]
    return parse ? texts.map((text) => check(source, text, parse)) : []
  }
  const isOn = ({ flag = '' }: Setting): boolean => flag in flags

  const settings: Settings = {
    port: values(table.port).at(-1) ?? DEFAULT_PORT,
    hosts: listOrNone([...new Set(values(table.host))]),
    dataDir: values(table.dataDir).at(-1) ?? '.mock-endpoint',
    memory: isOn(table.memory),
    token: isOn(table.noToken) ? undefined : values(table.token).at(-1),
    noToken: isOn(table.noToken),
    allowedHosts: values(table.allowedHost),
    allowOrigins: values(table.allowOrigin),
    maxBody: values(table.maxBody).at(-1),
    behindProxy: isOn(table.behindProxy),
    quiet: isOn(table.quiet),
    json: isOn(table.json),
    reportingDsn: values(table.reportingDsn).at(-1),
  }
  refuseOpenControl(settings)
  return settings
}

function listOrNone<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined
}

function check<T>(source: string, text: string, parse: Parse<T>): T {
  try {
    return parse(text)
  } catch (cause) {
    const wanted = cause instanceof Error ? cause.message : String(cause)
    const shown = source.includes('TOKEN') || source === '--token' ? '' : ` \`${text}\``
    throw new ExitError(exitCodes.badSetting, `${source}${shown}: ${wanted}.`, { cause })
  }
}

/** Whoever can reach the port could change what it answers; that has to be meant. */
function refuseOpenControl({ hosts = [], token: given, noToken: without }: Settings): void {
  const open = hosts.find((address) => !/^(127(\.\d{1,3}){3}|::1|localhost)$/i.test(address))
  if (open === undefined || given !== undefined || without) return
  const message = `--host ${open} opens the control API to other machines: set --token, or --no-token if that is meant.`
  throw new ExitError(exitCodes.badSetting, message)
}
