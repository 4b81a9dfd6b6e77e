// An agent: the MCP client of the official SDK, connected to a server over HTTP.
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from '../http/start-server.ts'

export interface Agent {
  readonly client: Client
  call(name: string, given?: Record<string, unknown>): Promise<Called>
  /** Sends a request to an endpoint. */
  ask(path: string, init?: RequestInit): Promise<Response>
}

interface Called {
  /** The text of the result, with `URL` for the URL of the server. */
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  readonly isError: boolean
}

/** Starts a server with a memory store and /mcp, until the end of the test. */
export async function serverForAgents(options: ServerOptions = {}): Promise<RunningServer> {
  const store = createMemoryStore()
  const server = await startServer({ store, port: 0, mcp: true, grace: 0, ...options })
  onTestFinished(server.close)
  return server
}

export async function connect(
  { url }: Pick<RunningServer, 'url'>,
  headers: Record<string, string> = {},
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers },
  })
  // The types of the SDK do not support exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  return {
    client,
    ask: (path, init) => fetch(`${url}/endpoint/${path}`, init),
    async call(name, given = {}) {
      const { content, structuredContent, isError } = await client.callTool({
        name,
        arguments: given,
      })
      const [first] = content as readonly { readonly text: string }[]
      return {
        text: first?.text.replaceAll(url, 'URL') ?? '',
        data: (structuredContent ?? {}) as Called['data'],
        isError: isError === true,
      }
    },
  }
}
