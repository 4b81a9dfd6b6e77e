// MCP at `/mcp` of a daemon, over streamable HTTP. Each message is answered independently.
import type { AppOptions } from '@mock-endpoint/core'
import type { Control } from '@mock-endpoint/core/client'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { withExactArguments } from './exact-arguments.ts'
import { createMcpServer } from './mcp-server.ts'

export type Mcp = NonNullable<AppOptions['mcp']>
type Message = Parameters<Mcp>[0]

/**
 * Answers a posted message. There are no sessions, so nothing is kept between calls, and no streams
 * that the server would start.
 */
export async function answerOverHttp(
  { text, headers, url, signal }: Message,
  control: Control,
): ReturnType<Mcp> {
  const { server } = createMcpServer({ control, url })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const request = new Request(`${url}/mcp`, { method: 'POST', headers: pairsOf(headers) })
    const response = await untilAborted(
      transport.handleRequest(request, { parsedBody: parse(text) }),
      signal,
    )
    const json = await response?.text()
    return { status: response?.status ?? clientLeft, json: json || undefined }
  } finally {
    // Ends calls that are still waiting.
    await server.close()
  }
}

/** The status for a client that has disconnected. No client reads it. */
const clientLeft = 499

function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
    if (signal.aborted) resolve(undefined)
    result.then(resolve, reject)
  })
}

function pairsOf(headers: Message['headers']): Headers {
  const pairs = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
    const at = headers.findIndex((each, i) => i % 2 === 0 && each.toLowerCase() === name)
    if (at !== -1) pairs.set(name, headers[at + 1] ?? '')
  }
  return pairs
}

/** Parses a message. Invalid JSON is returned as text, which the transport refuses. */
function parse(text: string): unknown {
  try {
    return JSON.parse(withExactArguments(text))
  } catch {
    return text
  }
}
