// Parses the command line: the subcommand, flags as text, and help, from the tables of settings.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { nearMisses } from '@mock-endpoint/core/client'
import { CommanderError, Option, Command as Parser } from 'commander'
import type { Command } from '../commands/command.ts'
import { url } from '../commands/settings.ts'
import { commands } from '../commands/table.ts'
import { version } from '../program/build.ts'
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Flags, Setting } from '../settings/setting.ts'
import { allSettings } from '../settings/table.ts'
import { dense, summaryOf, termOf, variables } from './long-help.ts'
import { otherWords } from './other-words.ts'

/** A parsed command line. */
export interface CommandLine {
  /** `undefined` to serve. Then `args` has the folder or file to serve, if one was given. */
  readonly command: Command | undefined
  readonly args: readonly string[]
  readonly flags: Flags
}

/** The daemon as a command. It also runs if no command is given. */
const serve: Omit<Command, 'load'> = {
  args: '[files]',
  summary: 'run the daemon, as without a command',
  description: 'Runs the daemon, on a folder of JSON files or a file if it is given one.',
  example: 'serve mocks/ --watch --port 3000',
  settings: allSettings,
}

/** Examples for the program itself and for groups of commands. */
const examples: Readonly<Record<string, string>> = {
  '': 'mocks/ --watch',
  clear: 'clear requests',
  rule: 'rule add orders --status 503 --times 2',
}

interface CommandLineOptions {
  /** The folder that relative paths start from. Default: the working folder of the process. */
  readonly cwd?: string
  /** Default: all commands. */
  readonly table?: Readonly<Record<string, Command>>
}

/** Parses the arguments. Returns `undefined` if it printed help or the version instead. */
export function parseCommandLine(
  argv: readonly string[],
  print: (text: string) => void,
  { cwd = '.', table = commands }: CommandLineOptions = {},
): CommandLine | undefined {
  const program = new Parser('mock-endpoint')
    .description('A mock HTTP server: it returns exactly the JSON, status and delay you choose.')
    .version(version, '-v, --version', 'print the version')
    .argument('[files]', 'a folder of JSON files, or such a file, to serve')
    .action(() => {})
  configure(program, print)
  addSettings(program, [...allSettings, url], 'common')
  const more = '`mock-endpoint serve --help` lists all flags of the daemon.'
  program.addHelpText('after', `\n${more}\nExample: mock-endpoint ${examples['']}\n`)
  let asked: { readonly command: Command | undefined; readonly parser: Parser } | undefined
  const ask = (name: string, about: typeof serve, command?: Command): void => {
    const parser = addCommand(program, name, about, print)
    parser.action(() => {
      asked = { command, parser }
    })
  }
  ask('serve', serve)
  for (const [name, command] of Object.entries(table)) ask(name, command, command)
  try {
    program.parse(argv[0] === 'help' ? helpFor(program, argv.slice(1)) : argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    const message = unknownCommand(program, cwd) ?? withoutCommand(program, error) ?? oneLine(error)
    throw new ExitError(exitCodes.badSetting, `${message} --help lists the commands.`)
  }
  const before = flagsOf(program)
  if (!asked?.command && '--url' in before) {
    const message =
      '--url is a flag of commands, such as `mock-endpoint list --url localhost:8080`.'
    throw new ExitError(exitCodes.badSetting, message)
  }
  if (!asked) return { command: undefined, args: filesIn(program, cwd), flags: before }
  const { command, parser } = asked
  if (command) refuseBefore(before, parser)
  return { command, args: parser.args, flags: { ...before, ...flagsOf(parser) } }
}

/** Returns the arguments that print the help of a command. Without its flag if there is none. */
function helpFor(program: Parser, words: readonly string[]): string[] {
  const [word] = words
  const isKnown = program.commands.some(
    (one) => one.name() === word || one.aliases().includes(`${word}`),
  )
  return word === undefined || isKnown || word.startsWith('-') ? [...words, '--help'] : [...words]
}

/** Throws if a flag that the command does not have, such as one of the daemon, is before it. */
function refuseBefore(flags: Flags, parser: Parser): void {
  const own = new Set(parser.options.map(({ long }) => long))
  const stranger = Object.keys(flags).find((name) => !own.has(name))
  if (stranger === undefined) return
  const message = `${stranger} is a flag of the daemon, and not of \`${parser.name()}\`.`
  throw new ExitError(exitCodes.badSetting, message)
}

function configure(parser: Parser, print: (text: string) => void): void {
  parser
    .helpOption('-h, --help', 'print this')
    .helpCommand(false)
    .allowExcessArguments(false)
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: termOf, subcommandDescription: summaryOf })
    .configureOutput({ writeOut: print, writeErr: () => {} })
    .exitOverride()
}

/**
 * Adds the parser of a command, and of its group if there is none yet. A command with the name of a
 * group must be added before the other commands of the group.
 */
function addCommand(
  program: Parser,
  name: string,
  { args, aliases = [], summary, description, example, settings }: Omit<Command, 'load'>,
  print: (text: string) => void,
): Parser {
  const [group, own] = name.includes(' ') ? name.split(' ') : [undefined, name]
  const above = group === undefined ? program : findOrAddGroup(program, group, print)
  const parser = above
    .command(own ?? '')
    .aliases([...aliases])
    .summary(summary)
    .description(description)
  if (args !== undefined) parser.arguments(args)
  configure(parser, print)
  addSettings(parser, settings)
  if (isLong(settings)) {
    parser.addHelpOption(new Option('-h, --help').hideHelp()).configureHelp(dense)
  }
  return parser.addHelpText(
    'after',
    `${isLong(settings) ? '' : '\n'}Example: mock-endpoint ${example}\n`,
  )
}

function findOrAddGroup(program: Parser, name: string, print: (text: string) => void): Parser {
  const found = program.commands.find((one) => one.name() === name)
  if (found) return found
  const group = program.command(name)
  configure(group, print)
  return group.addHelpText('after', `\nExample: mock-endpoint ${examples[name] ?? name}\n`)
}

/** Adds the flags of settings to a parser. Help shows all of them, or only the common ones. */
function addSettings(
  parser: Parser,
  table: readonly Setting[],
  shown: 'all' | 'common' = 'all',
): void {
  for (const { flag, short, meaning, isCommon } of table) {
    if (flag === undefined) continue
    const option = parser.createOption(short === undefined ? flag : `${short}, ${flag}`, meaning)
    if (flag.includes('<')) option.argParser(collect)
    parser.addOption(option.hideHelp(shown === 'common' && !isCommon))
  }
  if (shown === 'all') parser.addHelpText('after', variables(table))
}

function flagsOf(command: Parser): Flags {
  const given = (option: Option): readonly string[] | undefined => {
    const value: unknown = command.getOptionValue(option.attributeName())
    if (option.negate) return value === false ? [] : undefined
    return value === true ? [] : Array.isArray(value) ? value : undefined
  }
  const entries = command.options.map((option) => [option.long ?? '', given(option)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => !!entry[1]))
}

/** Returns the path to serve. Throws if it is empty or not there, or is a mistyped command. */
function filesIn(program: Parser, cwd: string): readonly string[] {
  const [first] = program.args
  if (first === undefined) return []
  if (first.trim() === '') {
    throw new ExitError(exitCodes.badSetting, 'the path to serve is empty.')
  }
  if (isPath(first) || existsSync(resolve(cwd, first))) return program.args
  const message = unknownCommand(program, cwd) ?? `there is no file or folder ${first}.`
  throw new ExitError(exitCodes.badSetting, `${message} --help lists the commands.`)
}

/** Whether a word has characters that occur in paths, but in no command. */
function isPath(word: string): boolean {
  return /[./\\]/.test(word)
}

/** Returns a message if the first argument is not a command or path, or others follow a path. */
function unknownCommand(program: Parser, cwd: string): string | undefined {
  const [first] = program.args
  const names = program.commands.map((command) => command.name())
  const aliases = program.commands.flatMap((command) => command.aliases())
  if (first === undefined || first.startsWith('-')) return undefined
  if (names.includes(first) || aliases.includes(first)) return undefined
  if (isPath(first) || existsSync(resolve(cwd, first))) {
    return program.args.length > 1 ? 'one folder or one file can be served at a time.' : undefined
  }
  const word = first.toLowerCase()
  const nearest = Object.hasOwn(otherWords, word)
    ? otherWords[word]
    : nearMisses(first, names, 1)[0]
  const hint =
    nearest === undefined ? 'Without a command, the daemon starts.' : `Did you mean "${nearest}"?`
  // An argument after a token may be the rest of the token, so it is not quoted.
  const shown = '--token' in flagsOf(program) ? '' : ` "${first}"`
  return `unknown command${shown}, and no file or folder of that name. ${hint}`
}

/** Returns a message if a group is called without one of its commands, or with an unknown one. */
function withoutCommand(program: Parser, { code }: CommanderError): string | undefined {
  const group = program.commands.find(
    (one) => one.name() === program.args[0] && one.commands.length > 0,
  )
  if (!group || !['commander.help', 'commander.unknownCommand'].includes(code)) return undefined
  const names = group.commands.map((command) => command.name())
  return `\`${group.name()}\` takes one of its commands: ${names.join(', ')}.`
}

/** Returns one line, without the value of an unknown flag, which may be a mistyped `--token`. */
function oneLine({ message }: CommanderError): string {
  const line = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  const masked = line
    .replace(/'(--[^'=]*)=[^']*'/, "'$1=…'")
    .replace(/^(unknown option '-[^-'])[^']+'/, "$1…'")
    .replace(/'--journal-answer(=…)?'/, '$& (Did you mean --journal-response?)')
  return `${masked.replace(/\.$/, '')}.`
}

function collect(value: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before : []), value]
}

/** Whether help must leave out the obvious, such as `--help`, to fit on a screen. */
function isLong(table: readonly Setting[]): boolean {
  return table.length > 25
}
