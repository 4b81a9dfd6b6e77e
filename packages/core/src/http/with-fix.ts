// The response with a problem, and with the call that fixes it as a shell command.
import type { Workspace } from '../engine/workspace.ts'
import type { PlainResponse } from '../model/http/response.ts'
import type { Fix, Problem } from '../model/problem/problem.ts'
import { originOf } from './adapters/asked-origin.ts'
import type { Incoming } from './adapters/incoming.ts'

/** Returns the response to this request, with the problem and its fix. */
export function withFix(
  problem: Problem,
  incoming: Incoming,
  { control, basePath }: Workspace,
): PlainResponse {
  const { fix } = problem
  if (!fix || !control) return problem.toResponse()
  // A server with HTTPS also answers HTTP on the same port, where no certificate has to be trusted.
  const origin = originOf(incoming.connection ? { headers: incoming.headers } : incoming)
  // An app that is called without a socket has this origin, which no shell can reach.
  if (origin === undefined || origin === 'http://localhost') return problem.toResponse()
  return problem.toResponse(asCommand(origin + basePath, fix, control.asksForToken))
}

/**
 * Returns a command that can be pasted into any POSIX shell, whatever its values contain. The token
 * is taken from the environment.
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

/** Adds single quotes, where a text may have a meaning in a shell (POSIX.1-2024, 2.2.2). */
function quoted(text: string): string {
  return /^[\w./:%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
