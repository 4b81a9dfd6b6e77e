// Turns an exchange with another service into a rule with the same response.

import type { HeaderPairs } from '../model/http/response.ts'
import { textIn } from '../model/json/utf8.ts'
import { Problem } from '../model/problem/problem.ts'
import { parseRule } from '../model/rule/parse-rule.ts'
import type { RecordOptions } from '../model/rule/rule.ts'
import { ruleToJson } from '../model/rule/rule-json.ts'
import type { NewRule } from '../model/rule/rule-schema.ts'
import { runYielding } from '../model/time/yielding.ts'
import { type Field, formFields, mostFields } from '../rules/match/form-fields.ts'
import type { ForwardedExchange } from './exchange.ts'
import { jsonIn, textsAt } from './json-body.ts'
import { plainBody, recordedResponse } from './recorded-response.ts'
import { headerIn, isForm, recordedWhen } from './recorded-when.ts'
import { recordingId } from './recording-id.ts'
import { secretPointers } from './secret-names.ts'
import { createSecrets, mostValues } from './secrets.ts'

/**
 * Resolves to the rule, whose id is the same for the same request. `most` is the maximum length of
 * the decompressed body, in bytes. Rejects with a `Problem` if no rule can represent the exchange.
 */
export async function recordedRule(
  exchange: ForwardedExchange,
  options: RecordOptions,
  most: number,
): Promise<NewRule & { readonly id: string }> {
  const { endpoint, response } = exchange
  const hidden = [...secretPointers, ...(options.redact?.json ?? [])]
  const plain = await plainBody(response, most)
  const request = textIn(exchange.body) ?? ''
  const texts = [await jsonIn(request), plain.json].filter((json) => json !== undefined)
  const secrets = createSecrets(
    {
      requestHeaders: exchange.headers,
      responseHeaders: response.headers,
      fields: [
        ...new URLSearchParams(exchange.query),
        // A form may contain files that are not UTF-8.
        ...formIn(exchange.headers, new TextDecoder().decode(exchange.body)),
        ...formIn(response.headers, plain.text ?? ''),
      ],
      bodies: [request, plain.text ?? ''],
      values: (await Promise.all(texts.map((json) => secretsIn(json, hidden)))).flat(),
    },
    options.redact,
  )
  const when = await recordedWhen(exchange, secrets, options.headers ?? [], hidden)
  const answer = await recordedResponse(exchange, plain, secrets, hidden)
  const id = recordingId(endpoint, when)
  const recordedAt = toSeconds(exchange.time)
  const text = ruleToJson({ id, endpoint, recordedAt, when, response: answer })
  if (await runYielding(secrets.areIn(text))) throw holdsSecret()
  // Parsed as it will be when read again, so that an equal recording can be recognized.
  const rule = await runYielding(parseRule(text))
  return { ...rule, id }
}

function toSeconds(time: number): string {
  return new globalThis.Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

function formIn(headers: HeaderPairs, body: string): readonly Field[] {
  const type = headerIn(headers, 'content-type') ?? ''
  const fields = formFields(type, body)
  if (!fields && !isForm(type)) throw tooManyFields()
  return fields ?? [...new URLSearchParams(body)]
}

function tooManyFields(): Problem {
  const detail = `Its form has too many fields: at most ${mostFields} are searched for secrets.`
  return new Problem('invalid-rule', detail)
}

async function secretsIn(json: string, hidden: readonly string[]): Promise<readonly string[]> {
  return runYielding(textsAt(json, hidden, mostValues))
}

function holdsSecret(): Problem {
  const detail =
    'Its rule would hold the value of a secret, in a place where that cannot be left out.'
  return new Problem('invalid-rule', detail)
}
