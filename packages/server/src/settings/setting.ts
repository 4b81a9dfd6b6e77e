// A setting, and the values given for it: a flag wins over the process environment, that over .env,
// that over the build's environment.
import { buildEnv } from '../program/build.ts'
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Parse } from './parse-value.ts'

/** How a setting is given, what it means, how its text is read. */
export interface Setting<T = unknown> {
  readonly flag?: string
  /** Another way to write the flag, such as `-p`. */
  readonly short?: string
  readonly variable?: string
  readonly meaning: string
  readonly parse?: Parse<T>
  /** May be given several times; the variable takes a list with commas. */
  readonly isList?: boolean
  /** Of a list: whether a comma belongs to a value. Default: it ends one. */
  readonly hasCommas?: boolean
  /** It is not quoted when it is wrong. */
  readonly isSecret?: boolean
  /** Whether the first help shows it, which fits one screen. */
  readonly isCommon?: boolean
}

/** A setting that is always something: what is given for it, or its default. */
export interface SettingOf<Value> extends Setting {
  read(given: Given): Value
}

/** For each flag that was given, its values; for one that takes none, an empty list. */
export type Flags = Readonly<Record<string, readonly string[]>>

/** Where settings come from. */
export interface Given {
  readonly flags: Flags
  /** The process environment laid over .env. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** From the strongest source that has any. Throws the `ExitError` of a value that is none. */
function givenValues<T>({ flags, env }: Given, setting: Setting<T>): T[] {
  const { flag = '', variable = '', parse, isList, hasCommas, isSecret = false } = setting
  const name = flag.split(' ', 1)[0] ?? ''
  const given = flags[name]
  const inEnv = env[variable] ?? buildEnv[variable] ?? ''
  const split = (text: string): string[] => (isList && !hasCommas ? text.split(',') : [text])
  const trimmed = split(inEnv).map((text) => (isList ? text.trim() : text))
  const [source, texts] = given
    ? [name, given.flatMap(split)]
    : [variable, trimmed.filter((text) => text !== '')]
  return parse
    ? texts.map((text) => check(source, isSecret ? '' : ` \`${text}\``, () => parse(text)))
    : []
}

/** The last one counts. */
export function givenValue<T>(given: Given, setting: Setting<T>): T | undefined {
  return givenValues(given, setting).at(-1)
}

/** Whether a flag that takes no value was given. */
export function isOn({ flags }: Given, { flag = '' }: Setting): boolean {
  return flag in flags
}

function check<T>(source: string, shown: string, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    const wanted = cause instanceof Error ? cause.message : String(cause)
    throw new ExitError(exitCodes.badSetting, `${source}${shown}: ${wanted}.`, { cause })
  }
}

/** A setting that may be missing. */
export function optional<T>(setting: Setting<T>): SettingOf<T | undefined> {
  return { ...setting, read: (given) => givenValue(given, setting) }
}

export function value<T>(otherwise: () => T, setting: Setting<T>): SettingOf<T> {
  return { ...setting, read: (given) => givenValue(given, setting) ?? otherwise() }
}

/** Given several times, or with commas. */
export function list<T>(setting: Setting<T>): SettingOf<readonly T[]> {
  const listed = { ...setting, isList: true }
  return { ...listed, read: (given) => givenValues(given, listed) }
}

export function flag(setting: Setting): SettingOf<boolean> {
  return { ...setting, read: (given) => isOn(given, setting) }
}
