// The names in `env`: a mistyped one would send the program under test to an endpoint that is not there.
import { type Client, nearMisses } from '@mock-endpoint/core/client'
import type { RunOptions } from './shared-server.ts'

/** Throws a `TypeError` for the first name that neither an endpoint nor a rule of the server has. */
export async function checkNames(
  env: RunOptions['env'] = {},
  server: Pick<Client, 'list' | 'rules'>,
): Promise<void> {
  const known = new Set<string>()
  for await (const { name } of server.list()) known.add(name)
  for await (const { endpoint } of server.rules()) known.add(endpoint)
  for (const [variable, name] of Object.entries(env)) {
    if (name === true || known.has(name)) continue
    const [nearest] = nearMisses(name, known, 1)
    const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`
    throw new TypeError(
      `mockEndpoint(): env.${variable} is to be the URL of \`${name}\`, which \`endpoints\`, \`rules\` and \`from\` do not have.${hint} Add it there, or use true for what the URLs of all endpoints begin with.`,
    )
  }
}
