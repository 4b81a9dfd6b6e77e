// The messages of a delivery: their contents, and the order in which they are sent.
import type { DeliveryRequest } from '../model/delivery/delivery-request.ts'
import { bodyToBytes } from '../model/json/base64.ts'
import { createDraws } from '../rules/respond/random.ts'
import { encode } from '../webhooks/claim.ts'

/** A message, the same for all its attempts and duplicates. */
export interface Message {
  /** The index of its event, from 0. */
  readonly event: number
  readonly id: string
  readonly body: Uint8Array<ArrayBuffer>
}

/** Returns the messages in the order in which they are sent. */
export function messagesOf(delivery: DeliveryRequest): Message[] {
  const { events, event, body = '', bodyEncoding, duplicate = 1, shuffle } = delivery
  const json = events ?? (event === undefined ? undefined : [event])
  const bodies = json?.map(encode) ?? [bodyToBytes({ body, bodyEncoding })]
  const messages = bodies.flatMap((body, event) => {
    const message = { event, id: delivery.id ?? newId(delivery), body }
    return Array<Message>(duplicate).fill(message)
  })
  return shuffle === undefined ? messages : shuffled(messages, shuffle)
}

/** The header in which these senders send the id of a message. They do not sign it. */
const idHeaders: Readonly<Record<string, string>> = {
  github: 'x-github-delivery',
  shopify: 'x-shopify-webhook-id',
}

/** Returns the headers of a message, by names in lower case, without those that sign it. */
export function headersOf(
  delivery: DeliveryRequest,
  { id }: Message,
): Map<string, readonly string[]> {
  const headers = new Map<string, readonly string[]>([['user-agent', ['mock-endpoint']]])
  if (delivery.body === undefined) headers.set('content-type', ['application/json'])
  const idHeader = idHeaders[delivery.sign?.scheme ?? '']
  if (idHeader !== undefined) headers.set(idHeader, [id])
  for (const [name, value] of Object.entries(delivery.headers ?? {})) {
    if (value === null) headers.delete(name.toLowerCase())
    else headers.set(name.toLowerCase(), [value].flat())
  }
  return headers
}

function newId({ sign }: DeliveryRequest): string {
  const id = crypto.randomUUID()
  return sign?.scheme === 'standard' ? `msg_${id.replaceAll('-', '')}` : id
}

/** Returns a copy in a random order in which none stays in its place (Sattolo's algorithm). */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const { random } = createDraws(seed)
  const order = [...list]
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random() * i)
    ;[order[i], order[other]] = [order[other] as T, order[i] as T]
  }
  return order
}
