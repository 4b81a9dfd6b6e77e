// Explains why a request to another service failed, or why its response broke off.
import { codeOf, type ForwardFault, forwardFailed, Problem } from '@mock-endpoint/core'

type Meaning = readonly [code: RegExp, fault: ForwardFault, words: string]

/** The faults by the codes of Node's errors. The first match counts. */
const meanings: readonly Meaning[] = [
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'dns_error', 'has an unknown name'],
  [/^ECONNREFUSED$/, 'connection_refused', 'refused the connection'],
  [/^(ECONNRESET|EPIPE)$/, 'connection_terminated', 'broke the connection'],
  [/^ETIMEDOUT$/, 'connection_timeout', 'did not accept a connection'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'destination_unavailable', 'cannot be reached'],
  [/^HPE_/, 'http_protocol_error', 'did not answer with valid HTTP'],
  [/CERT|^UNABLE_TO_/, 'tls_certificate_error', 'has a certificate that is not trusted'],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'tls_protocol_error', 'does not speak a supported version of TLS'],
]

/** Whether an error means that the other side had closed the connection. */
export function wasClosed(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(codeOf(error) ?? '')
}

/** Returns the problem that explains to a client why there is no response. */
export function explainFailure(error: unknown, { origin }: URL): unknown {
  if (error instanceof Problem) return error
  const code = codeOf(error) ?? ''
  const [, fault, words] = meanings.find(([pattern]) => pattern.test(code)) ?? unexpected
  const said = error instanceof Error ? error.message : ''
  const why = said.includes(code) ? said : `${code} ${said}`.trim()
  return forwardFailed(fault, `${origin} ${words}${why && ` (${why})`}.`, error)
}

const unexpected: Meaning = [/^/, 'destination_unavailable', 'failed']
