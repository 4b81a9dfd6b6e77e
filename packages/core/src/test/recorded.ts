// Recorded exchanges with another service, for tests.
import type { RecordOptions, Rule } from '../model/rule/rule.ts'
import type { ForwardedExchange, ForwardedResponse } from '../recording/exchange.ts'
import { recordedRule } from '../recording/recorded-rule.ts'

export const utf8: TextEncoder = new TextEncoder()

export type Asked = Partial<Omit<ForwardedExchange, 'body' | 'response'>> & {
  readonly body?: string | Uint8Array
}
export type Answered = Partial<Omit<ForwardedResponse, 'pieces'>> & {
  readonly body?: string | Uint8Array
}

/** Records an exchange as a rule. Default: a GET of the endpoint itself, and an empty 200. */
export function record(
  asked: Asked,
  answered: Answered = {},
  options: RecordOptions = {},
): Promise<Rule> {
  const { body = '', ...rest } = asked
  const { body: sent = '', ...others } = answered
  const toBytes = (text: string | Uint8Array): Uint8Array =>
    typeof text === 'string' ? utf8.encode(text) : text
  const bytes = toBytes(sent)
  const response = {
    status: 200,
    headers: [],
    decode: undefined,
    pieces: bytes.length === 0 ? [] : [{ bytes, at: 0 }],
    ...others,
  }
  const exchange = { endpoint: 'api', method: 'GET', path: '', query: '', headers: [], time: 0 }
  const service = new URL('https://api.example.com/v1')
  return recordedRule(
    { ...exchange, service, ...rest, body: toBytes(body), response },
    options,
    1000,
  )
}

export const json = [['Content-Type', 'application/json']] as const
export const form = [['content-type', 'application/x-www-form-urlencoded']] as const
