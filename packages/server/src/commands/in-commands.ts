// What the daemon says of its API, in the words of somebody at a shell.
import { proposedAs } from '@mock-endpoint/core/client'

/** Each call that a problem names, and the command that does the same. */
const commands: readonly (readonly [RegExp, string])[] = [
  [/PUT \S*\/api\/endpoint\/add/, '`mock-endpoint add`'],
  [
    /GET or DELETE \S*\/api\/rule\?endpoint=(\S+?)(?=\.? |\.?$)/,
    '`mock-endpoint rule list $1`, or `mock-endpoint rule clear $1`',
  ],
  [/GET \S*\/api\/rule(?= )/, '`mock-endpoint rule list`'],
  [/GET \S*\/api\/request(?= )/, '`mock-endpoint requests`'],
]

export function inCommands(message: string): string {
  const proposed = proposedAs(message, (_, __, rule) => `mock-endpoint rule add ${quoted(rule)}`)
  if (proposed !== message) return proposed
  return commands.reduce((said, [call, command]) => said.replace(call, command), message)
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
