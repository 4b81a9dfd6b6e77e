// The help of the daemon, which fills a screen: what it says of the environment, and its form.
import { type Command, Help } from 'commander'
import type { Setting } from '../settings/setting.ts'

/** Without the empty line behind the usage. */
export const dense = {
  formatHelp: (command: Command, help: Help): string =>
    Help.prototype.formatHelp.call(help, command, help).replace('\n\n', '\n'),
}

/** Variables of flags are listed by name only; of the others, each meaning has a line. */
export function variables(table: readonly Setting[]): string {
  const names = table.flatMap(({ flag, variable }) => (flag && variable ? [variable] : []))
  names.sort((a, b) => b.length - a.length)
  const others = table.filter(({ flag }) => flag === undefined)
  const lines = [...new Set(others.map(({ meaning }) => meaning))].map((meaning) => {
    const alike = others.filter((other) => other.meaning === meaning)
    return `  ${alike.map(({ variable }) => variable).join(' ')}  ${meaning}`
  })
  if (names.length + lines.length === 0) return ''
  const text = [...wrapped(names), ...lines].join('\n')
  return `Environment (or a file .env in the working folder; flags win):\n${text}`
}

const columns = 80

/** The names in as few lines as the columns allow. */
function wrapped(names: readonly string[]): string[] {
  const lines: string[] = []
  for (const name of names) {
    const place = lines.findIndex((line) => line.length + 1 + name.length <= columns)
    if (place === -1) lines.push(`  ${name}`)
    else lines[place] += ` ${name}`
  }
  return lines
}
