// The webhook in the form: the typed text, which the tab keeps, and the body of the API call.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { effect, type Signal, signal } from '@preact/signals'
import { checkJson } from '../json/check-json.ts'
import { masked, ofConnection } from '../requests/detail/curl.ts'
import { keptInTab } from '../storage.ts'

const beginnings = {
  to: '',
  method: 'POST',
  /** `json` or `text`. */
  kind: 'json',
  event: '{\n  "type": "payment.paid"\n}',
  text: '',
  /** One `name: value` per line. */
  headers: '',
  /** Empty if it is not signed. */
  scheme: '',
  secret: '',
  /** The header with the HMAC signature. */
  header: 'x-signature',
  attempts: '',
  backoff: '',
  delay: '',
  duplicate: '',
} as const

type Name = keyof typeof beginnings
const names = Object.keys(beginnings) as readonly Name[]

/** The text of each field as typed. */
export type SendDraft = Readonly<Record<Name, Signal<string>>>

const storageKey = 'mock-endpoint-webhook'

export const draft: SendDraft = createDraft()

function createDraft(): SendDraft {
  const before = readKept()
  const all = names.map((name) => [name, signal(before[name] ?? beginnings[name])])
  const created = Object.fromEntries(all) as SendDraft
  effect(() => {
    const texts = Object.fromEntries(names.map((name) => [name, created[name].value]))
    keptInTab.write(storageKey, JSON.stringify(texts))
  })
  return created
}

/** Ignores invalid values, because an earlier version of the page may have written them. */
function readKept(): Partial<Record<string, string>> {
  try {
    const kept: Readonly<Record<string, unknown>> = JSON.parse(keptInTab.read(storageKey) ?? '{}')
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => {
        return typeof entry[1] === 'string'
      }),
    )
  } catch {
    return {}
  }
}

/** Returns why a request cannot be sent as a webhook; `undefined` if it can. */
export function whyNotSent({ bodyTruncated, bodyEncoding }: RecordedRequest): string | undefined {
  if (bodyTruncated) return 'Its body was not kept whole, so it cannot be sent.'
  if (bodyEncoding) return 'Its body is not text, so the form cannot show it.'
  return undefined
}

/** Fills the form with a request, except for the URL. Returns the function that undoes it. */
export function fillFrom({ method, headers, body }: RecordedRequest): () => void {
  const before = names.map((name) => [name, draft[name].peek()] as const)
  const isJson = checkJson(body) === undefined
  const scheme = schemes.find(({ of }) => headers.some(([name]) => of.test(name)))
  const isKept = (name: string, value: string): boolean =>
    !(ofConnection.test(name) || value === masked || schemes.some(({ of }) => of.test(name)))
  change({
    method: methods.includes(method) ? method : 'POST',
    kind: isJson ? 'json' : 'text',
    ...(isJson ? { event: body } : { text: body }),
    headers: headers
      .filter(([name, value]) => isKept(name, value))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    scheme: scheme?.name ?? '',
  })
  return () => change(Object.fromEntries(before))
}

function change(texts: Partial<Record<Name, string>>): void {
  for (const name of names) draft[name].value = texts[name] ?? draft[name].peek()
}

export const methods: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE']

/** The signature schemes, and the headers of each. */
export const schemes = [
  { name: 'standard', title: 'Standard Webhooks (Svix)', of: /^(webhook|svix)-/i },
  { name: 'github', title: 'GitHub', of: /^x-hub-signature/i },
  { name: 'stripe', title: 'Stripe', of: /^stripe-signature$/i },
  { name: 'slack', title: 'Slack', of: /^x-slack-(signature|request-timestamp)$/i },
  { name: 'shopify', title: 'Shopify', of: /^x-shopify-hmac-sha256$/i },
  { name: 'twilio', title: 'Twilio', of: /^x-twilio-signature$/i },
  { name: 'hmac', title: 'HMAC in a header', of: /^x-signature$/i },
] as const

/** Returns the body of the call. Throws an error with a readable message for an invalid header. */
export function callText(): string {
  const { to, method, kind, event, text, scheme, secret, header } = draft
  const sign = {
    scheme: scheme.value,
    secret: secret.value,
    ...(scheme.value === 'hmac' && { header: header.value }),
  }
  const numbers = (['attempts', 'backoff', 'delay', 'duplicate'] as const).flatMap((name) => {
    const typed = draft[name].value.trim()
    return typed === '' ? [] : [`"${name}":${numberText(typed)}`]
  })
  const headers = headersIn(draft.headers.value)
  const members = [
    `"to":${JSON.stringify(to.value.trim())}`,
    `"method":${JSON.stringify(method.value)}`,
    kind.value === 'json' ? `"event":${event.value}` : `"body":${JSON.stringify(text.value)}`,
    ...(headers ? [`"headers":${JSON.stringify(headers)}`] : []),
    ...(scheme.value === '' ? [] : [`"sign":${JSON.stringify(sign)}`]),
    ...numbers,
  ]
  return `{${members.join(',')}}`
}

/** Returns numbers as JSON. Other text becomes a string, which the service refuses. */
function numberText(typed: string): string {
  const parts = typed.split(/[\s,]+/).map((part) => {
    return /^(0|[1-9]\d*)(\.\d+)?$/.test(part) ? part : JSON.stringify(part)
  })
  return parts.length === 1 ? (parts[0] ?? '') : `[${parts}]`
}

function headersIn(lines: string): Readonly<Record<string, string[]>> | undefined {
  const headers = new Map<string, string[]>()
  for (const line of lines.split('\n').filter((line) => line.trim() !== '')) {
    const [, name, value = ''] = /^\s*([^\s:]+)\s*:(.*)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`“${line}” is not a header. Write it as name: value.`)
    headers.set(name, [...(headers.get(name) ?? []), value.trim()])
  }
  return headers.size === 0 ? undefined : Object.fromEntries(headers)
}
