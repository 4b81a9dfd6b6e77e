// The help of the daemon, which fills a screen: its compact form, and its list of variables.
import { type Command, Help } from 'commander'
import type { Setting } from '../settings/setting.ts'

/** Formats help without the empty line after the usage. */
export const dense = {
  formatHelp: (command: Command, help: Help): string =>
    Help.prototype.formatHelp.call(help, command, help).replace('\n\n', '\n'),
}

/**
 * Lists the variables. Those that have a flag are listed by name only, without their prefix. The
 * others are listed with their meaning, one line for each meaning.
 */
export function variables(table: readonly Setting[]): string {
  const names = table.flatMap(({ flag, variable }) =>
    flag && variable ? [variable.slice(prefix.length)] : [],
  )
  names.sort((a, b) => b.length - a.length)
  const others = table.filter(({ flag }) => flag === undefined)
  const lines = [...new Set(others.map(({ meaning }) => meaning))].map((meaning) => {
    const alike = others.filter((other) => other.meaning === meaning)
    return `  ${alike.map(({ variable }) => variable).join(' ')}  ${meaning}`
  })
  if (names.length + lines.length === 0) return ''
  const text = [...wrapped(names), ...lines].join('\n')
  return `Environment, ${prefix} before each name (or a file .env here; flags win):\n${text}`
}

const prefix = 'MOCK_ENDPOINT_'

const columns = 80

/** Packs the names into lines of at most 80 columns. */
function wrapped(names: readonly string[]): string[] {
  const lines: string[] = []
  for (const name of names) {
    const place = lines.findIndex((line) => line.length + 1 + name.length <= columns)
    if (place === -1) lines.push(`  ${name}`)
    else lines[place] += ` ${name}`
  }
  return lines
}

/** Returns the entry of a command in a list, such as `remove|rm <name...>`. */
export function termOf(command: Command): string {
  const names = [command.name(), ...command.aliases()].slice(0, 2).join('|')
  const args = command.registeredArguments.map((arg) => {
    const name = `${arg.name()}${arg.variadic ? '...' : ''}`
    return arg.required ? `<${name}>` : `[${name}]`
  })
  return [names, ...args].join(' ')
}

/** Returns the summary of a command, or for a group the names of its commands. */
export function summaryOf(command: Command): string {
  return command.summary() || command.commands.map((own) => own.name()).join(', ')
}
