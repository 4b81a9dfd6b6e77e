// The MCP plane, at `/mcp`: messages of coding agents, behind the guard of the control plane.

import type { RawHeaders } from '../model/http/request.ts'
import { commonHeaders, type PlainResponse } from '../model/http/response.ts'
import { originOf } from './adapters/asked-origin.ts'
import type { Plane } from './adapters/incoming.ts'
import type { Intake } from './adapters/intake.ts'
import { limitOfService } from './control-plane/body-limit.ts'
import {
  type Call,
  createGuardedPlane,
  type GuardedPlaneOptions,
  jsonResponse,
  readText,
} from './guarded-plane.ts'
import { methodNotAllowed, methodsResponse } from './method-not-allowed.ts'

/** Answers a message of an MCP client (streamable HTTP). */
export type Mcp = (message: {
  /** The body. */
  readonly text: string
  /** Alternating names and values, as they were sent. */
  readonly headers: RawHeaders
  /** The base URL that the client uses, such as `http://localhost:16540`. */
  readonly url: string
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}) => Promise<{
  readonly status: number
  /** Absent if the response has no body. */
  readonly json?: string | undefined
}>

export interface McpPlaneOptions extends GuardedPlaneOptions {
  readonly mcp: Mcp
  readonly intake: Intake
  /** The largest body, in bytes. */
  readonly maxBody: number
}

export function createMcpPlane({ mcp, intake, maxBody, ...options }: McpPlaneOptions): Plane {
  return createGuardedPlane(options, (call) => ({ response: answer(call), route: '/mcp' }))

  async function answer(call: Call): Promise<PlainResponse> {
    const { incoming, workspace, signal } = call
    const { method, target, headers } = incoming
    if (method === 'OPTIONS') return methodsResponse(['POST'])
    if (method !== 'POST') throw methodNotAllowed(method, target, ['POST'])
    // Gives its room back first, because the operations that it calls may need room too.
    const text = await readText(call, limitOfService(maxBody), intake, async (text) => text)
    const url = `${originOf(incoming) ?? 'http://localhost'}${workspace.basePath}`
    const { status, json } = await mcp({ text, headers, url, signal: signal() })
    if (json !== undefined) return jsonResponse(json, status)
    return { status, headers: [['content-length', '0'], ...commonHeaders], body: null }
  }
}
