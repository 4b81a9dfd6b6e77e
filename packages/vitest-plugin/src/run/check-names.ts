// The names in `env`: a mistyped one would send the program under test to an endpoint that is not there.
import { type Client, nearMisses } from '@mock-endpoint/core/client'
import type { RunOptions } from './shared-server.ts'

type Server = Pick<Client, 'get' | 'list' | 'rules'>

/** Throws a `TypeError` for the first name that neither an endpoint nor a rule of the server has. */
export async function checkNames(env: RunOptions['env'] = {}, server: Server): Promise<void> {
  for (const [variable, name] of Object.entries(env)) {
    if (name === true || (await server.get(name)) || (await namesOf(server.rules(name))).size > 0) {
      continue
    }
    const known = [...(await namesOf(server.list())), ...(await namesOf(server.rules()))]
    const [nearest] = nearMisses(name, known, 1)
    const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`
    throw new TypeError(
      `mockEndpoint(): env.${variable} is to be the URL of \`${name}\`, which \`endpoints\`, \`rules\` and \`from\` do not have.${hint} Add it there, or use true for what the URLs of all endpoints begin with.`,
    )
  }
}

/** Of endpoints, or of those that have rules. */
async function namesOf(
  all: ReturnType<Server['list'] | Server['rules']>,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for await (const each of all) names.add('name' in each ? each.name : each.endpoint)
  return names
}
