// One attempt: signs a message, sends it, and reads the response.
import type { AllowedHosts } from '../forward/allowed-hosts.ts'
import type { Forwarder } from '../forward/forwarder.ts'
import type { DeliveryAttempt } from '../model/delivery/delivery.ts'
import type { DeliveryRequest } from '../model/delivery/delivery-request.ts'
import type { WebhookSecret } from '../model/delivery/webhook-secret.ts'
import { Problem } from '../model/problem/problem.ts'
import type { Clock } from '../model/time/clock.ts'
import { type SignedWebhook, sign } from '../webhooks/sign.ts'
import { withBodyHash } from '../webhooks/twilio.ts'
import type { Ending } from './ending.ts'
import { limited } from './limited.ts'
import { headersOf, type Message } from './messages.ts'
import { createReply, type KeptMessage } from './reply.ts'

export interface AttemptOptions {
  readonly forwarder: Forwarder
  readonly allowed: AllowedHosts
  readonly clock: Clock
  /** Maximum number of bytes kept of each body. */
  readonly bodyBytes: number
}

/** An attempt as it is stored. */
export interface KeptAttempt extends Omit<DeliveryAttempt, 'request' | 'response'> {
  readonly request: KeptMessage
  readonly response?: KeptMessage
}

/** Whether the receiver accepted the message, with a status of 200 to 299. */
export function isTaken({ statusCode, error }: KeptAttempt): boolean {
  return error === undefined && statusCode !== null && statusCode >= 200 && statusCode <= 299
}

/** Resolves to the result, successful or not. Rejects if the delivery ends first. */
export async function attempt(
  delivery: DeliveryRequest,
  message: Message,
  nth: number,
  { forwarder, allowed, clock, bodyBytes }: AttemptOptions,
  ending: Ending,
): Promise<KeptAttempt> {
  const { method = 'POST', timeout = 10_000 } = delivery
  const { event, id: messageId, body } = message
  const sentAt = new globalThis.Date(clock.time())
  const since = clock.now()
  const { headers, url } = await signed(delivery, message, sentAt)
  const reply = createReply(bodyBytes)
  const fault = await limited({ milliseconds: timeout, clock, ending }, async (onAbort) => {
    const target = url.pathname + url.search
    const raw = headers.flat()
    await reply.read(
      await forwarder({ service: url, target, method, headers: raw, body, onAbort, allowed }),
    )
  }).then(
    () => undefined,
    (error) => faultOf(error, url),
  )
  ending.check()
  const kept = { bytes: body.slice(0, bodyBytes), length: body.byteLength }
  return {
    ...{ event, messageId, attempt: nth, sentAt: sentAt.toISOString() },
    durationMs: Math.round(1000 * (clock.now() - since)) / 1000,
    ...reply.kept(),
    ...fault,
    request: { headers, body: kept },
  }
}

/** Returns the headers and URL of a message. The scheme `twilio` adds a body hash to the URL. */
async function signed(
  delivery: DeliveryRequest,
  message: Message,
  time: globalThis.Date,
): Promise<{ readonly headers: (readonly [string, string])[]; readonly url: URL }> {
  const headers = headersOf(delivery, message)
  const to = new URL(delivery.to)
  to.hash = ''
  const contentType = headers.get('content-type')?.[0]
  const signature = await signatureOf(delivery, { ...message, url: to.href, time, contentType })
  for (const [name, value] of Object.entries(signature.headers)) headers.set(name, [value])
  return {
    headers: [...headers].flatMap(([name, values]) =>
      values.map((value) => [name, value] as const),
    ),
    // The signed URL may be a different one, so only its body hash is used.
    url: signature.url === undefined ? to : withHashOf(to, signature.url),
  }
}

function withHashOf(to: URL, signed: string): URL {
  return new URL(withBodyHash(to.href, new URL(signed).searchParams))
}

async function signatureOf(
  { sign: options }: DeliveryRequest,
  { body, id, url, time, contentType = '' }: ToSign,
): Promise<SignedWebhook> {
  if (!options) return { headers: {} }
  return sign({ url, body, id, time, contentType }, options as WebhookSecret)
}

interface ToSign extends Pick<Message, 'body' | 'id'> {
  readonly url: string
  readonly time: globalThis.Date
  readonly contentType?: string | undefined
}

/** Rejects with a `TypeError` if no message can be signed with these options. */
export async function checkSigning(delivery: DeliveryRequest): Promise<void> {
  const time = new globalThis.Date(0)
  await signatureOf(delivery, { body: new Uint8Array(0), id: '1', url: delivery.to, time })
}

/** Returns the reason why the response is missing or incomplete. */
function faultOf(error: unknown, { origin }: URL): Pick<DeliveryAttempt, 'error' | 'detail'> {
  if (error instanceof Problem && error.extensions.error !== undefined) {
    return { error: error.extensions.error, detail: error.message }
  }
  const said = error instanceof Error ? error.message : String(error)
  return { error: 'destination_unavailable', detail: `${origin} failed: ${said}.` }
}
