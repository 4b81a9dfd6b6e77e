// Compares the list of commands in docs/api.md with the one written from the table of commands.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { commands } from './table.ts'

const document = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
/** Flags that every command has, unless its description says otherwise. */
const common = ['--url', '--port', '--token', '--json']

function row([name, { args, aliases, description, settings }]: [string, Command]): string {
  const flags = settings.flatMap(({ flag }) => flag ?? [])
  const own = flags.filter((flag) => !common.includes(flag.split(' ', 1)[0] ?? ''))
  const call = [name, args].filter(Boolean).join(' ')
  const shown = own.map((flag) => `\`${flag}\``).join(', ')
  const others = aliases?.map((alias) => `, \`${alias}\``).join('') ?? ''
  const [gist = ''] = description.split(/(?<=\.) /, 1)
  return `| \`${call}\`${others} | ${gist} | ${shown} |`
}

test('docs/api.md lists every command with its arguments and flags', () => {
  const reference = ['| command | does | flags |', '| --- | --- | --- |']
  reference.push(...Object.entries(commands).map(row))
  const [, found] = /<!-- commands -->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(document) ?? []
  expect(found).toBe(reference.join('\n'))
})
