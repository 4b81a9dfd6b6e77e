// The MCP server: tools and resources for MCP clients, over any transport.
import { Problem, WireError } from '@mock-endpoint/core/client'
import type { JsonSchema } from '@mock-endpoint/core/documents'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type Tool as ListedTool,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { version } from '../program/build.ts'
import { checkArguments } from './check-arguments.ts'
import { argumentsIn } from './exact-arguments.ts'
import { inWordsOfTools } from './in-words-of-tools.ts'
import { readResource, resources, templates } from './resources.ts'
import type { Tool, ToolCall } from './tool.ts'
import { tools } from './tools.ts'

/** The service that tools call. */
export interface Service extends Pick<ToolCall, 'control' | 'url'> {
  /**
   * Called when the service cannot be reached. Resolves to the one to use from then on, if any.
   * Default: none.
   */
  replace?(): Promise<Service | undefined>
}

export interface McpServer {
  readonly server: Server
  /** Resolves when no tool is running. */
  idle(): Promise<void>
}

export function createMcpServer(first: Service): McpServer {
  const running = new Set<Promise<unknown>>()
  const caller = createCaller(first)
  const server = new Server(
    { name: 'mock-endpoint', title: 'mock-endpoint', version },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsFor(first.url) },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed() }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const result = caller.call(toolOf(params.name), argumentsIn(params.arguments), signal)
    running.add(result)
    return result.finally(() => running.delete(result))
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...resources] }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...templates],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const content = await readResource(uri, caller.service().control).catch((error) => {
      throw new McpError(notFound, messageOf(error), { uri })
    })
    if (!content) throw new McpError(notFound, `${uri} is not a resource.`, { uri })
    return { contents: [content] }
  })
  return {
    server,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

/** The error code of MCP for a resource that does not exist. */
const notFound = -32_002

function instructionsFor(url: string): string {
  return `mock-endpoint answers HTTP requests for tests. Endpoints are at ${url}/endpoint/{name}: give that URL to the program that is tested. add_endpoint makes one that always answers the same; add_rule changes what some requests get, such as the second one. Then run the program, look at what it asked with list_requests, and where nothing answered, at why with explain_request. Call reset before the next test.`
}

let list: ListedTool[] | undefined

function listed(): ListedTool[] {
  list ??= Object.entries(tools).map(([name, tool]) => ({
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: schemaOf(tool) as ListedTool['inputSchema'],
    annotations: {
      title: tool.title,
      readOnlyHint: tool.isReading ?? false,
      destructiveHint: tool.isRemoving ?? false,
      openWorldHint: name === 'send_webhook',
    },
  }))
  return list
}

function schemaOf({ input }: Tool): JsonSchema {
  return 'json' in input ? input.json() : input.arguments
}

interface Caller {
  /** Returns the service that is called now. */
  service(): Service
  /** Calls a tool, and calls it again if another service replaces the one that it called. */
  call(tool: Tool, json: string, signal: AbortSignal): Promise<CallToolResult>
}

function createCaller(first: Service): Caller {
  let service = first
  let replacing: Promise<void> | undefined

  async function call(tool: Tool, json: string, signal: AbortSignal): Promise<CallToolResult> {
    const called = service
    try {
      return await callTool(tool, { json, signal, ...called })
    } catch (error) {
      if (!(error instanceof WireError) || !(await isReplaced(called))) return resultOf(error)
    }
    const { content, ...result } = await call(tool, json, signal)
    const note = `The daemon at ${called.url} has ended. A new one in memory runs at ${service.url}, without its endpoints and rules.`
    return { ...result, content: [...content, { type: 'text', text: note }] }
  }

  async function isReplaced(gone: Service): Promise<boolean> {
    if (service !== gone) return true
    replacing ??= replace()
    await replacing
    return service !== gone
  }

  async function replace(): Promise<void> {
    try {
      service = (await first.replace?.()) ?? service
    } finally {
      replacing = undefined
    }
  }

  return { service: () => service, call }
}

function toolOf(name: string): Tool {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (tool) return tool
  const names = Object.keys(tools).join(', ')
  throw new McpError(ErrorCode.InvalidParams, `${name} is not a tool. The tools are: ${names}.`)
}

async function callTool(tool: Tool, call: Omit<ToolCall, 'given'>): Promise<CallToolResult> {
  const given = JSON.parse(call.json) as ToolCall['given']
  if ('arguments' in tool.input) checkArguments(given, tool.input.arguments)
  const { text, data } = await tool.run({ ...call, given })
  return { content: [{ type: 'text', text }], structuredContent: { ...data } }
}

/** Returns an error as a result that a model can read. */
function resultOf(error: unknown): CallToolResult {
  return {
    content: [{ type: 'text', text: messageOf(error) }],
    isError: true,
    ...(error instanceof Problem && { structuredContent: { ...problemOf(error) } }),
  }
}

/** Returns a problem without `fix`, an API call. The text names the equivalent tool instead. */
function problemOf({ code, extensions: { fix: _fix, ...more } }: Problem): object {
  return { code, ...more }
}

/** Returns the message of an error, with advice that a model can follow. */
function messageOf(error: unknown): string {
  if (error instanceof WireError) {
    return `${error.message} Start the daemon with \`npx @mock-endpoint/server\`, or pass its URL to \`mock-endpoint mcp\` with --url.`
  }
  const message = error instanceof Error ? error.message : String(error)
  return inWordsOfTools(message)
}
