// The command line: the subcommand, flags as text, and help, all from the tables of settings.
import { nearMisses } from '@mock-endpoint/core'
import { Command, CommanderError, type Option } from 'commander'
import { version } from '../build.ts'
import { ExitError, exitCodes } from '../exit.ts'
import { repairSettings, requestsSettings, type Setting, settings } from './table.ts'

/** For each flag that was given, its values; for one that takes none, an empty list. */
export type Flags = Readonly<Record<string, readonly string[]>>

type Subcommand = 'requests' | 'repair'

interface Described {
  /** In the help of the program. */
  readonly summary: string
  /** In its own. */
  readonly description: string
  readonly settings: readonly Setting[]
}

const subcommands: Readonly<Record<Subcommand, Described>> = {
  requests: {
    summary: 'print what a running daemon was asked',
    description: 'Prints what a running daemon was asked.',
    settings: requestsSettings,
  },
  repair: {
    summary: 'save what can be read of a damaged data folder',
    description:
      'Saves what can be read of a damaged data folder, and keeps the files as they were beside it.',
    settings: repairSettings,
  },
}

/** What was asked for. */
export interface CommandLine {
  readonly command: 'serve' | Subcommand
  readonly flags: Flags
}

/** What to do; `undefined` when help or the version was asked for, and printed. */
export function parseCommandLine(
  argv: readonly string[],
  print: (text: string) => void,
): CommandLine | undefined {
  let asked: Subcommand | undefined
  const program = new Command('mock-endpoint')
    .description('Serves URLs that answer exactly the JSON you say.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this')
    .helpCommand(false)
    .allowExcessArguments(false)
    .enablePositionalOptions()
    .configureOutput({ writeOut: print, writeErr: () => {} })
    .exitOverride()
    .action(() => {})
  addSettings(program, settings)
  const commands = Object.entries(subcommands).map(([name, { summary, description, settings }]) => {
    const command = program.command(name).summary(summary).description(description)
    addSettings(command, settings)
    return command.action(() => {
      asked = name as Subcommand
    })
  })
  try {
    program.parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    const message = unknownCommand(program) ?? oneLine(error)
    throw new ExitError(exitCodes.badSetting, `${message} --help lists what there is.`)
  }
  const command = commands.find((one) => one.name() === asked)
  if (asked === undefined || !command) return { command: 'serve', flags: flagsOf(program) }
  const [before] = Object.keys(flagsOf(program))
  if (before === undefined) return { command: asked, flags: flagsOf(command) }
  const message = `${before} in front of \`${asked}\` is for the daemon; flags of \`${asked}\` go behind it.`
  throw new ExitError(exitCodes.badSetting, message)
}

function addSettings(command: Command, table: readonly Setting[]): void {
  for (const { flag, short, meaning } of table) {
    if (flag === undefined) continue
    const flags = short === undefined ? flag : `${short}, ${flag}`
    if (flag.includes('<')) command.option(flags, meaning, collect)
    else command.option(flags, meaning)
  }
  command.addHelpText('after', `\n${variables(table)}`)
}

function flagsOf(command: Command): Flags {
  const given = (option: Option): readonly string[] | undefined => {
    const value: unknown = command.getOptionValue(option.attributeName())
    if (option.negate) return value === false ? [] : undefined
    return value === true ? [] : Array.isArray(value) ? value : undefined
  }
  const entries = command.options.map((option) => [option.long ?? '', given(option)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => !!entry[1]))
}

/** What to say when the first argument should be a command and is none. */
function unknownCommand(program: Command): string | undefined {
  const [first] = program.args
  if (first === undefined || first.startsWith('-') || Object.hasOwn(subcommands, first)) return
  const names = Object.keys(subcommands)
  const [nearest] = nearMisses(first, names, 1)
  const hint =
    nearest === undefined
      ? `The commands are ${names.map((name) => `"${name}"`).join(' and ')}; without one, the daemon starts.`
      : `Did you mean "${nearest}"?`
  // What comes after a token may be the rest of it.
  const shown = '--token' in flagsOf(program) ? '' : ` "${first}"`
  return `unknown command${shown}. ${hint}`
}

/** Without the value of a flag that is unknown: it may be a mistyped `--token`. */
function oneLine({ message }: CommanderError): string {
  const line = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  const masked = line
    .replace(/'(--[^'=]*)=[^']*'/, "'$1=…'")
    .replace(/^(unknown option '-[^-'])[^']+'/, "$1…'")
  return `${masked.replace(/\.$/, '')}.`
}

function collect(value: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before : []), value]
}

/** Those of flags are a list of names that looks like the flags; the others have a line each. */
function variables(table: readonly Setting[]): string {
  const ofFlags = table.filter(({ flag }) => flag !== undefined)
  const names = ofFlags.flatMap(({ variable }) => variable ?? [])
  const others = table.filter(({ flag }) => flag === undefined)
  const lines = others.map(({ variable = '', meaning }) => `  ${variable.padEnd(22)}${meaning}`)
  const text = [...wrapped(names), ...lines].join('\n')
  return `Environment (or a file .env in the working folder; flags win):\n${text}\n`
}

const columns = 80

/** The names in as few lines as the columns allow. */
function wrapped(names: readonly string[]): string[] {
  const lines: string[] = []
  for (const name of names) {
    const longer = `${lines.at(-1) ?? ' '} ${name}`
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer
    else lines.push(`  ${name}`)
  }
  return lines
}
