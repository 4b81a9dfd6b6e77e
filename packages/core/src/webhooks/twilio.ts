// The scheme `twilio`, which signs a URL and the parameters of a form.
// https://www.twilio.com/docs/usage/security#validating-requests

import type { TwilioSecret } from '../model/delivery/webhook-secret.ts'
import { parseUrl } from '../model/http/parse-url.ts'
import {
  type Claim,
  decode,
  encode,
  find,
  formatOf,
  type SignedRequest,
  shorten,
  toHex,
} from './claim.ts'

export const twilioHeader = 'x-twilio-signature'

/** Throws a `TypeError` when `url` is wrong, an `Error` when a header is missing or malformed. */
export function readTwilio(request: SignedRequest, { secret, url }: TwilioSecret): Claim {
  if (url !== undefined) checkUrl(url)
  const { pattern, inWords } = formatOf('base64', 20)
  const [signature] = find(request, twilioHeader, new RegExp(`^${pattern}$`, 'g'), inWords)
  const signedUrl = url === undefined ? urlOf(request) : withBodyHash(url, request.query)
  const bodySha256 = new URL(signedUrl).searchParams.get('bodySHA256')
  const parameters = bodySha256 === null ? formParameters(request, signedUrl) : ''
  const isForm = bodySha256 === null && request.body.length > 0
  return {
    key: encode(secret),
    hash: 'SHA-1',
    header: twilioHeader,
    signatures: [decode('base64', signature)],
    contents: formsOf(signedUrl).map((form) => encode(form + parameters)),
    signed: `\`${shorten(signedUrl)}\`${isForm ? ' and the sorted parameters of its body' : ''}`,
    hint: '`url` must be the URL that the sender was configured with',
    ...(bodySha256 !== null && { bodySha256 }),
  }
}

function checkUrl(url: string | undefined): asserts url is string {
  if (url !== undefined && parseUrl(url) && /^https?:\/\//i.test(url)) return
  throw new TypeError(`url must be a whole URL with http: or https:, not \`${url}\`.`)
}

/**
 * Resolves to the content that a sender signs, and the URL that it calls, which includes the hash
 * of a body that is not a form. Rejects with a `TypeError` if there is no whole URL.
 */
export async function toTwilioContent(
  url: string | undefined,
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<{ readonly url: string; readonly content: string }> {
  checkUrl(url)
  if (body.length === 0) return { url, content: url }
  if (isForm(contentType)) return { url, content: url + parametersOf(body) }
  const digest = await crypto.subtle.digest('SHA-256', body)
  const hashed = withBodyHash(
    url,
    new URLSearchParams({ bodySHA256: toHex(new Uint8Array(digest)) }),
  )
  return { url: hashed, content: hashed }
}

function isForm(contentType: string): boolean {
  return /^application\/x-www-form-urlencoded *(;|$)/i.test(contentType)
}

/** Returns the URL of a request. Its protocol and the original escapes of its query are unknown. */
function urlOf({ headers, method, path, query }: SignedRequest): string {
  const search = query.toString()
  const url = `http://${headers.get('host')}${path}${search === '' ? '' : `?${search}`}`
  if (headers.has('host') && parseUrl(url)) return url
  const found = headers.has('host') ? 'a malformed header' : 'no header'
  const advice = 'pass `url`, the URL that the sender was configured with'
  throw new Error(`${method} ${path} has ${found} \`host\`, so its URL is unknown: ${advice}.`)
}

/** Appends the hash to a URL, as Twilio does with the URL that it was configured with. */
export function withBodyHash(url: string, query: URLSearchParams): string {
  const hash = query.get('bodySHA256')
  const { search, searchParams } = new URL(url)
  if (hash === null || searchParams.has('bodySHA256')) return url
  const parameter = new URLSearchParams({ bodySHA256: hash })
  return url.replace(/(?=#|$)/, `${search === '' ? '?' : '&'}${parameter}`)
}

function formParameters({ headers, body, method, path }: SignedRequest, url: string): string {
  if (body.length === 0) return ''
  const type = headers.get('content-type')
  if (!isForm(type ?? '')) {
    const found = type === null ? 'it has no `content-type`' : `its \`content-type\` is \`${type}\``
    throw new Error(
      `The body of ${method} ${path} is not a form (${found}), so the URL must have the ` +
        `parameter \`bodySHA256\` with its SHA-256, but it is \`${shorten(url)}\`.`,
    )
  }
  return parametersOf(body)
}

/**
 * Returns the parameters of a form, without separators. They are sorted by name in code units,
 * those with the same name by value, and each value of a name is included once.
 */
function parametersOf(body: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  // Without the `&`, which adds no parameter, `URLSearchParams` would drop a leading `?`.
  const form = new URLSearchParams(`&${text}`)
  const names = [...new Set(form.keys())].sort()
  return names
    .flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value))
    .join('')
}

/**
 * Returns the forms of a URL that Twilio's own libraries try, because its back ends differ
 * (https://github.com/twilio/twilio-node/blob/main/src/webhooks/webhooks.ts): the URL as it is,
 * normalized, and with its query decoded and escaped again, each without a port and with one.
 */
function formsOf(url: string): string[] {
  const { href, protocol, searchParams } = new URL(url)
  const pairs = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('='))
  const escaped = href.replace(/\?[^#]*/, `?${pairs.join('&')}`)
  const standard = protocol === 'https:' ? ':443' : ':80'
  const authority = /^(https?:\/\/(?:[^/?#]*@)?(?:\[[^\]]*\]|[^/?#:]*))(:\d*)?/i
  return [url, href, escaped].flatMap((form) => [
    form.replace(authority, '$1'),
    form.replace(authority, (_, host: string, port = standard) => host + port),
  ])
}
