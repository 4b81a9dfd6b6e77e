// The values given for a setting: a flag wins over the process environment, that over .env, that
// over the build's environment. Defaults belong to who asks.
import { buildEnv } from '../program/build.ts'
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Setting } from './table.ts'

/** For each flag that was given, its values; for one that takes none, an empty list. */
export type Flags = Readonly<Record<string, readonly string[]>>

/** Where settings come from. */
export interface Given {
  readonly flags: Flags
  /** The process environment laid over .env. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** From the strongest source that has any. Throws the `ExitError` of a value that is none. */
export function givenValues<T>({ flags, env }: Given, setting: Setting<T>): T[] {
  const { flag = '', variable = '', parse, isList, isSecret = false } = setting
  const name = flag.split(' ', 1)[0] ?? ''
  const given = flags[name]
  const inEnv = env[variable] ?? buildEnv[variable] ?? ''
  const split = (text: string): string[] => (isList ? text.split(',') : [text])
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
