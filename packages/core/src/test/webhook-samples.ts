// Webhooks signed by libraries, for tests of their verification.
import { verifyWebhook, type WebhookSecret } from '../webhooks.ts'

type Request = Parameters<typeof verifyWebhook>[0]
type Scheme = WebhookSecret['scheme']

interface Sample {
  readonly options: WebhookSecret
  /** The secret that was in use before. */
  readonly oldSecret: string
  readonly headers: Readonly<Record<string, string>>
  readonly headersOfEmptyBody: Readonly<Record<string, string>>
  /** The queries that the requests were sent with. */
  readonly query?: string
  readonly queryOfEmptyBody?: string
  /** The header with the signatures, and its value while the secret is changed. */
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
  // Signed by standardwebhooks 1.1.1. svix 1.99.1 gives the same signatures.
  standard: {
    options: { scheme: 'standard', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
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
  // Signed by @octokit/webhooks-methods 6.0.0, and the empty body, which it refuses, by OpenSSL.
  github: {
    options: { scheme: 'github', secret: 's3cret' },
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
    // GitHub sends only one signature.
    rotated: undefined,
  },
  // Signed by stripe 23.1.0.
  stripe: {
    options: { scheme: 'stripe', secret: 'whsec_test_new' },
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
  // Signed by OpenSSL, and accepted by @slack/bolt 5.1.0.
  slack: {
    options: { scheme: 'slack', secret: '8f742231b10e8888abcd99yyyzzz85a5' },
    oldSecret: '8f742231b10e8888abcd99yyyzzz85a6',
    headers: {
      'x-slack-request-timestamp': `${sentAt}`,
      'x-slack-signature': 'v0=c1a06f3e995813795335086e3f03269ff520e9df639956b91065b057eba2db29',
    },
    headersOfEmptyBody: {
      'x-slack-request-timestamp': `${sentAt}`,
      'x-slack-signature': 'v0=4f5a45e69056d66e06084b77ea020fa9eac5b9f75fea8e06ceba93a51f03ef0a',
    },
    header: 'x-slack-signature',
    rotated: undefined,
  },
  // Signed by OpenSSL, and accepted by @shopify/shopify-api 13.1.0, which refuses an empty body.
  shopify: {
    options: { scheme: 'shopify', secret: 'hush' },
    oldSecret: 'hush-old',
    headers: { 'x-shopify-hmac-sha256': 'rt4SW5RpxuddWiHaG6IpIWtjDScKCaGgPJPbgrNTPMI=' },
    headersOfEmptyBody: { 'x-shopify-hmac-sha256': 'Knm8rWjeSXNIt2H0AOMT7DQ8/YSy8sQi/pEjbuUmGMs=' },
    header: 'x-shopify-hmac-sha256',
    rotated: undefined,
  },
  // Signed by twilio 6.2.0.
  twilio: {
    options: { scheme: 'twilio', secret: '12345', url: 'https://example.com/hooks?shop=1' },
    oldSecret: '12346',
    headers: { 'x-twilio-signature': 'rqHMtC/gNyWx6eULFIXsvbknmiA=' },
    headersOfEmptyBody: { 'x-twilio-signature': 'e7ksdyKuR2lUjWbmgWP9wnlEF/A=' },
    query: 'shop=1&bodySHA256=5864753ab8d1c941a4143ee94ab3fd8ffbc288cbb7a1c42e67046de22737534f',
    queryOfEmptyBody:
      'shop=1&bodySHA256=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    header: 'x-twilio-signature',
    rotated: undefined,
  },
  // Signed by OpenSSL.
  hmac: {
    options: {
      scheme: 'hmac',
      secret: 's3cret',
      header: 'X-Signature',
      prefix: 'sha512=',
      encoding: 'base64',
      algorithm: 'sha512',
      timestampHeader: 'x-sent-at',
    },
    oldSecret: 's3cret-old',
    headers: {
      'x-sent-at': `${sentAt}`,
      'X-Signature':
        'sha512=KhA2tges/j30ybwQlVdJhPkUL14h9Ld+pSbUYtT3+0J3tbImLcqGEqegUBt3hqMnfU626D9weadAmGl7II/7fA==',
    },
    headersOfEmptyBody: {
      'x-sent-at': `${sentAt}`,
      'X-Signature':
        'sha512=FL9goJz9OBRl7WTFXjpyeIbLKziGMv9jlP8EYfSbuKELlqneboZb+76mjVWYsNP03JCLPSLyEX+zCIi9h2w15A==',
    },
    header: 'X-Signature',
    rotated: undefined,
  },
}

export const schemes: readonly Scheme[] = Object.keys(samples) as Scheme[]
export const timed: readonly Scheme[] = ['standard', 'stripe', 'slack', 'hmac']

export function received(
  headers: HeadersInit,
  content: string | Uint8Array = body,
  more: Partial<Request> = {},
): Request {
  return {
    method: 'POST',
    path: '/endpoint/hooks',
    query: new URLSearchParams(),
    headers: new Headers(headers),
    body: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    bodyTruncated: false,
    receivedAt: new Date((sentAt + 1) * 1000),
    ...more,
  }
}

/** Resolves to `right`, or to the name and message of the error. */
export async function check(request: Request, secret: WebhookSecret): Promise<string> {
  return verifyWebhook(request, secret).then(
    () => 'right',
    (error: Error) => `${error.name}: ${error.message}`,
  )
}
