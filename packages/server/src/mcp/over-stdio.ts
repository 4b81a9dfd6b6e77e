// MCP over standard input and output, with one message per line in each direction.
import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { withExactArguments } from './exact-arguments.ts'
import { createMcpServer, type Service } from './mcp-server.ts'

/** Resolves when the input has ended and its calls are answered, or when the signal aborts. */
export async function serveOverStdio(
  input: AsyncIterable<Uint8Array>,
  output: Writable,
  service: Service,
  signal: AbortSignal,
): Promise<void> {
  const { server, idle } = createMcpServer(service)
  const source = Readable.from(exactLines(input), { objectMode: false })
  await server.connect(new StdioServerTransport(source, output))
  const aborted = new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true })
    if (signal.aborted) resolve(undefined)
  })
  const ended = once(source, 'close').then(async () => {
    // The call of the last message starts only now, after the input has closed.
    await setImmediate()
    await idle()
    await setImmediate()
  })
  try {
    await Promise.race([ended, aborted])
  } finally {
    await server.close()
  }
}

/** Maximum bytes of a message. */
const longestMessage = 64 * 1024 * 1024

async function* exactLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      parts.push(chunk.subarray(start, end))
      yield `${withExactArguments(Buffer.concat(parts).toString())}\n`
      parts = []
      length = 0
      start = end + 1
    }
    parts.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > longestMessage) throw new Error('A message is longer than 64 MiB.')
  }
}

const newline = 0x0a
