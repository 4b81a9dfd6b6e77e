// The response of a problem, with the call that mends it as a command for a shell.
import type { Workspace } from '../engine/workspace.ts'
import type { PlainResponse } from '../model/http/response.ts'
import type { Fix, Problem } from '../model/problem/problem.ts'
import { originOf } from './adapters/asked-origin.ts'
import type { Incoming } from './adapters/incoming.ts'

/** The response to that request. */
export function withFix(
  problem: Problem,
  incoming: Incoming,
  { control, basePath }: Workspace,
): PlainResponse {
  const { fix } = problem
  if (!fix || !control) return problem.toResponse()
  // A server with HTTPS answers HTTP on the same port, for which no certificate has to be trusted.
  const origin = originOf(incoming.connection ? { headers: incoming.headers } : incoming)
  // So an app is asked without a socket.
  if (origin === undefined || origin === 'http://localhost') return problem.toResponse()
  return problem.toResponse(asCommand(origin + basePath, fix, control.asksForToken))
}

/**
 * A command that can be pasted into any POSIX shell, whatever is in it. The token is taken from the
 * environment.
 */
function asCommand(
  baseUrl: string,
  { method = 'GET', path, json }: Fix,
  asksForToken: boolean,
): string {
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', quoted(method)]),
    ...(asksForToken ? ['-H', '"Authorization: Bearer $MOCK_ENDPOINT_TOKEN"'] : []),
    quoted(`${baseUrl}${path}`),
    ...(json === undefined ? [] : ['-d', quoted(json)]),
  ].join(' ')
}

/** In single quotes, where it may mean something to a shell (POSIX.1-2024, 2.2.2). */
function quoted(text: string): string {
  return /^[\w./:%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
