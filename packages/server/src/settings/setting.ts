// A setting, and the values given for it. A flag wins over the process environment, which wins over
// .env, which wins over the build's environment.
import { buildEnv } from '../program/build.ts'
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Parse } from './parse-value.ts'

/** The names of a setting, its meaning, and the parser of its text. */
export interface Setting<T = unknown> {
  readonly flag?: string
  /** The short form of the flag, such as `-p`. */
  readonly short?: string
  readonly variable?: string
  readonly meaning: string
  readonly parse?: Parse<T>
  /** Whether it may have several values: a repeated flag, or a list with commas. */
  readonly isList?: boolean
  /** For a list: whether commas are part of a value. Default: false, so they separate values. */
  readonly hasCommas?: boolean
  /** Whether errors leave out its value. */
  readonly isSecret?: boolean
  /** Whether the short help, which fits on one screen, includes it. */
  readonly isCommon?: boolean
}

/** A setting with a value: the given one, or its default. */
export interface SettingOf<Value> extends Setting {
  read(given: Given): Value
}

/** The values of each flag that was given. A flag without a value has an empty list. */
export type Flags = Readonly<Record<string, readonly string[]>>

/** The sources of settings. */
export interface Given {
  readonly flags: Flags
  /** The process environment, with .env for variables that it does not have. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Returns the values from the strongest source. Throws an `ExitError` for an invalid value. */
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

/** Returns the given value, the last of several. */
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

/** Adds `read` to a setting without a default. */
export function optional<T>(setting: Setting<T>): SettingOf<T | undefined> {
  return { ...setting, read: (given) => givenValue(given, setting) }
}

export function value<T>(otherwise: () => T, setting: Setting<T>): SettingOf<T> {
  return { ...setting, read: (given) => givenValue(given, setting) ?? otherwise() }
}

/** Adds `read` to a setting that may have several values. */
export function list<T>(setting: Setting<T>): SettingOf<readonly T[]> {
  const listed = { ...setting, isList: true }
  return { ...listed, read: (given) => givenValues(given, listed) }
}

export function flag(setting: Setting): SettingOf<boolean> {
  return { ...setting, read: (given) => isOn(given, setting) }
}
