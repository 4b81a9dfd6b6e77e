// The help of the daemon, which fills a screen: what it says of the environment, and its form.
import { type Command, Help } from 'commander'
import type { Setting } from '../settings/setting.ts'

/** Without the empty line behind the usage. */
export const dense = {
  formatHelp: (command: Command, help: Help): string =>
    Help.prototype.formatHelp.call(help, command, help).replace('\n\n', '\n'),
}

/** Variables of flags are listed by name only, without their prefix; of the others, each meaning has a line. */
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
