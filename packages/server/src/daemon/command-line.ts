// The command line: flags as text, and help, both from the table of settings.
import { Command, CommanderError, type Option } from 'commander'
import { version } from './build.ts'
import { ExitError, exitCodes } from './exit.ts'
import type { Setting } from './setting-table.ts'

/** For each flag that was given, its values; for one that takes none, an empty list. */
export type Flags = Readonly<Record<string, readonly string[]>>

/** The flags; `undefined` when help or the version was asked for, and printed. */
export function parseFlags(
  argv: readonly string[],
  table: readonly Setting[],
  print: (text: string) => void,
): Flags | undefined {
  const command = new Command('mock-endpoint')
    .description('Serves URLs that answer exactly the JSON you say.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this')
    .allowExcessArguments(false)
    .configureOutput({ writeOut: print, writeErr: () => {} })
    .exitOverride()
    .addHelpText('after', `\n${variables(table)}`)
  for (const { flag, meaning } of table) {
    if (flag === undefined) continue
    if (flag.includes('<')) command.option(flag, meaning, collect)
    else command.option(flag, meaning)
  }
  try {
    command.parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    throw new ExitError(exitCodes.badSetting, `${oneLine(error)}. --help lists what there is.`)
  }
  const given = (option: Option): readonly string[] | undefined => {
    const value: unknown = command.getOptionValue(option.attributeName())
    if (option.negate) return value === false ? [] : undefined
    return value === true ? [] : Array.isArray(value) ? value : undefined
  }
  const entries = command.options.map((option) => [option.long ?? '', given(option)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => !!entry[1]))
}

/** Without the value of a flag that is unknown: it may be a mistyped `--token`. */
function oneLine({ message }: CommanderError): string {
  const line = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  return line.replace(/'(--[^'=]*)=[^']*'/, "'$1=…'").replace(/\.$/, '')
}

function collect(value: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before : []), value]
}

function variables(table: readonly Setting[]): string {
  const named = table.filter((setting) => setting.variable !== undefined)
  const lines = named.map(({ variable, flag, meaning }) => {
    const what = flag === undefined ? meaning : `as ${flag.split(' ', 1)[0]}`
    return `  ${variable?.padEnd(30)}${what}`
  })
  return `Environment (or a file .env in the working folder; flags win):\n${lines.join('\n')}\n`
}
