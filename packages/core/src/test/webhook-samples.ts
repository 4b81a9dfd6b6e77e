// Webhooks as libraries sign them, for the tests of their verification.
import { verifyWebhook, type WebhookSecret } from '../webhooks.ts'

type Request = Parameters<typeof verifyWebhook>[0]
type Scheme = WebhookSecret['scheme']

interface Sample {
  readonly secret: string
  /** The one that was in use before. */
  readonly oldSecret: string
  readonly headers: Readonly<Record<string, string>>
  readonly headersOfEmptyBody: Readonly<Record<string, string>>
  /** The header with the signatures, and what it holds while the secret changes. */
  readonly header: string
  readonly rotated: string | undefined
}

export const sentAt: number = 1674087231
export const body: string = '{"type":"order.paid","note":"café ☕"}'
const message = {
  'webhook-id': 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  'webhook-timestamp': `${sentAt}`,
}

export const samples: Readonly<Record<Scheme, Sample>> = {
  // Signed by standardwebhooks 1.1.1, and the same by svix 1.99.1.
  standard: {
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    oldSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: { ...message, 'webhook-signature': 'v1,oSMmqZwLWpV+jeM7uPBkvzifpBwFxIrhppcLB41o7Ns=' },
    headersOfEmptyBody: {
      ...message,
      'webhook-signature': 'v1,/UDKUDcN4YveAmdlBknfIZYcDboSj+dR2stMiun99cg=',
    },
    header: 'webhook-signature',
    rotated:
      'v1,oSMmqZwLWpV+jeM7uPBkvzifpBwFxIrhppcLB41o7Ns= v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg== v1,4vxWUEauaJg84/nxncMUzeeWe5K+Nm7jSnak1CTRjJU=',
  },
  // Signed by @octokit/webhooks-methods 6.0.0, which refuses an empty body: that one by OpenSSL.
  github: {
    secret: 's3cret',
    oldSecret: 's3cret-old',
    headers: {
      'x-hub-signature-256':
        'sha256=8cdf00c9aa48c9d695fbe08d5e60f801ace585ed4def795b4f2d5d0ceb522c87',
    },
    headersOfEmptyBody: {
      'x-hub-signature-256':
        'sha256=91dfac70c5348b04e1babb8b421ac92cec08b565b49ca16130dccb72503647b7',
    },
    header: 'x-hub-signature-256',
    // It sends one signature only.
    rotated: undefined,
  },
  // Signed by stripe 23.1.0.
  stripe: {
    secret: 'whsec_test_new',
    oldSecret: 'whsec_test_old',
    headers: {
      'stripe-signature':
        't=1674087231,v1=80b5839eb0f72b1c7b929e116d3350917a18d532ac23b875c4352afe2b2db513',
    },
    headersOfEmptyBody: {
      'stripe-signature':
        't=1674087231,v1=f746c01421548d120cee330ebc902fb79aae69a6b4925c3da592c80fbe01fcf8',
    },
    header: 'stripe-signature',
    rotated:
      't=1674087231,v1=80b5839eb0f72b1c7b929e116d3350917a18d532ac23b875c4352afe2b2db513,v1=848d7e2b31c555535f334b63e3dbd5070c1bdb969bb93907f57d6239d3536aea,v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39',
  },
}

export const schemes: readonly Scheme[] = Object.keys(samples) as Scheme[]
export const timed: readonly Scheme[] = schemes.filter((scheme) => scheme !== 'github')

export function received(
  headers: HeadersInit,
  content: string | Uint8Array = body,
  more: Partial<Request> = {},
): Request {
  return {
    method: 'POST',
    path: '/endpoint/hooks',
    headers: new Headers(headers),
    body: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    bodyTruncated: false,
    receivedAt: new Date((sentAt + 1) * 1000),
    ...more,
  }
}

/** What comes of it: `right`, or what the error says. */
export async function check(request: Request, secret: WebhookSecret): Promise<string> {
  return verifyWebhook(request, secret).then(
    () => 'right',
    (error: Error) => `${error.name}: ${error.message}`,
  )
}
