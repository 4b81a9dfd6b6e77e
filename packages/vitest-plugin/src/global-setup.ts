/**
 * The server of a run, for `globalSetup` in the Vitest configuration. `mockEndpoint` adds it too.
 *
 * @module @mock-endpoint/vitest-plugin/global-setup
 */

import { type Client, nearMisses } from '@mock-endpoint/core/client'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { fromRoot } from './run/from-root.ts'
import { lease, type RunOptions } from './run/shared-server.ts'

/**
 * Starts a server in memory, on its own port, before the tests. They get its URL with
 * `inject('mockEndpoint')`, or call `sharedMockServer()`. It stays open in watch mode, and is reset
 * for each rerun. The returned function stops it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const options = project.config.provide.mockEndpointOptions ?? {}
  const from = options.from && fromRoot(options.from, project.config.root)
  const { server, renew, release } = await lease({ ...options, from })
  await checkNames(options.env, server).catch(async (error) => {
    await release()
    throw error
  })
  const provided: ProvidedContext['mockEndpoint'] = { url: server.url() }
  project.provide('mockEndpoint', provided)
  project.onTestsRerun(() => renew((fault) => project.vitest.logger.error(fault)))

  const variables = Object.entries(options.env ?? {}).map(
    ([variable, name]) =>
      [variable, name === true ? `${server.url()}/endpoint` : server.url(name)] as const,
  )
  for (const { config } of tested(project, provided)) {
    config.env = { ...config.env, ...Object.fromEntries(variables) }
  }
  const restore = setEnvironment(variables)
  return async () => {
    restore()
    await release()
  }
}

/** Returns the projects of this server. Vitest 5 runs one setup for all browsers of a project. */
function tested(project: TestProject, provided: object): readonly TestProject[] {
  const all = new Set([project, ...project.vitest.projects])
  return [...all].filter((each) => each.getProvidedContext().mockEndpoint === provided)
}

/** Sets variables that child processes inherit. Returns a function that restores them. */
function setEnvironment(variables: readonly (readonly [string, string])[]): () => void {
  const before = variables.map(([variable]) => [variable, process.env[variable]] as const)
  for (const [variable, url] of variables) process.env[variable] = url
  return () => {
    for (const [variable, value] of before) {
      if (value === undefined) delete process.env[variable]
      else process.env[variable] = value
    }
  }
}

type Server = Pick<Client, 'get' | 'list' | 'rules'>

/** Throws a `TypeError` for the first name that no endpoint or rule of the server has. */
async function checkNames(env: RunOptions['env'] = {}, server: Server): Promise<void> {
  for (const [variable, name] of Object.entries(env)) {
    if (name === true || (await server.get(name)) || (await namesOf(server.rules(name))).size > 0) {
      continue
    }
    const known = [...(await namesOf(server.list())), ...(await namesOf(server.rules()))]
    const [nearest] = nearMisses(name, known, 1)
    const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`
    throw new TypeError(
      `mockEndpoint(): env.${variable} names \`${name}\`, which is not in \`endpoints\`, \`rules\` or \`from\`.${hint} Add it there, or use true for the base URL of all endpoints.`,
    )
  }
}

/** Returns the names of the endpoints, or of the endpoints that the rules are for. */
async function namesOf(
  all: ReturnType<Server['list'] | Server['rules']>,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for await (const each of all) names.add('name' in each ? each.name : each.endpoint)
  return names
}
