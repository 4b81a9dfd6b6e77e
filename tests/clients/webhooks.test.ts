// Webhooks that `signWebhook` signs and `mock.send` sends, verified by the libraries of the vendors
// whose webhooks they imitate.
import { signWebhook, type WebhookSecret } from '@mock-endpoint/core/webhooks'
import { test } from '@mock-endpoint/vitest-plugin'
import { verify as verifyGitHub } from '@octokit/webhooks-methods'
import { ApiVersion, LogSeverity, shopifyApi } from '@shopify/shopify-api'
import '@shopify/shopify-api/adapters/web-api'
import { isValidSlackRequest } from '@slack/bolt'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { Webhook as Svix } from 'svix'
import twilio from 'twilio'
import { describe, expect } from 'vitest'

const body = '{"type":"order.paid","note":"café ☕"}'
const url = 'https://shop.example/hooks?of=orders'
const secret = 'shhh-8f2c'
const standard = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
  readonly url: string
}

interface Receiver {
  readonly options: WebhookSecret
  readonly webhook?: { readonly body?: string; readonly contentType: string }
  /** Whether the vendor's library accepts the webhook. Some libraries throw if they do not. */
  takes(received: Received): unknown
}

const stripe = new Stripe('sk_test_1')
const shopify = shopifyApi({
  apiKey: 'key',
  apiSecretKey: secret,
  apiVersion: ApiVersion.July25,
  hostName: 'shop.example',
  isEmbeddedApp: false,
  logger: { level: LogSeverity.Error },
})
const shopifyHeaders = {
  'x-shopify-topic': 'orders/paid',
  'x-shopify-shop-domain': 'a.myshopify.com',
  'x-shopify-api-version': '2025-07',
  'x-shopify-webhook-id': '1',
}
const form = 'To=%2B1&Body=caf%C3%A9&From=%2B2'
const formType = 'application/x-www-form-urlencoded'

const receivers: Record<string, Receiver> = {
  'Standard Webhooks': {
    options: { scheme: 'standard', secret: standard },
    takes: ({ headers, body }) => new Webhook(standard).verify(body, headers),
  },
  Svix: {
    options: { scheme: 'standard', secret: standard },
    takes: ({ headers, body }) => new Svix(standard).verify(body, headers),
  },
  Stripe: {
    options: { scheme: 'stripe', secret },
    takes: ({ headers, body }) =>
      stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret),
  },
  GitHub: {
    options: { scheme: 'github', secret },
    takes: ({ headers, body }) => verifyGitHub(secret, body, headers['x-hub-signature-256'] ?? ''),
  },
  Slack: {
    options: { scheme: 'slack', secret },
    takes: ({ headers, body }) =>
      isValidSlackRequest({
        signingSecret: secret,
        body,
        headers: {
          'x-slack-signature': headers['x-slack-signature'] ?? '',
          'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
        },
      }),
  },
  Shopify: {
    options: { scheme: 'shopify', secret },
    takes: async ({ headers, body }) => {
      const rawRequest = new Request(url, {
        method: 'POST',
        body,
        headers: { ...headers, ...shopifyHeaders },
      })
      return (await shopify.webhooks.validate({ rawBody: body, rawRequest })).valid
    },
  },
  'Twilio, a form': {
    options: { scheme: 'twilio', secret },
    webhook: { body: form, contentType: formType },
    takes: ({ headers, body, url }) => {
      const parameters = Object.fromEntries(new URLSearchParams(body))
      return twilio.validateRequest(secret, headers['x-twilio-signature'] ?? '', url, parameters)
    },
  },
  'Twilio, JSON': {
    options: { scheme: 'twilio', secret },
    webhook: { contentType: 'application/json' },
    takes: ({ headers, body, url }) =>
      twilio.validateRequestWithBody(secret, headers['x-twilio-signature'] ?? '', url, body),
  },
}

describe.each(Object.entries(receivers))('%s', (_name, { options, webhook, takes }) => {
  async function isTaken(received: Received): Promise<boolean> {
    try {
      return Boolean(await takes(received))
    } catch {
      return false
    }
  }

  test('the vendor library accepts a signed webhook, and rejects a changed body or secret', async () => {
    const unsigned = { url, body, ...webhook }
    const signed = await signWebhook(unsigned, options)
    const received = { ...unsigned, ...signed, headers: { ...signed.headers } }
    expect(await isTaken(received)).toBe(true)
    const changed = received.body.replace('o', 'p')
    expect(changed).not.toBe(received.body)
    expect(await isTaken({ ...received, body: changed })).toBe(false)
    const other = await signWebhook(unsigned, { ...options, secret: otherSecret(options.secret) })
    expect(await isTaken({ ...received, headers: { ...other.headers } })).toBe(false)
  })

  test('the vendor library accepts a webhook from mock.send', async ({ mock }) => {
    const hook = await mock.add({ name: 'hook', data: null })
    const { body: sentBody = body, contentType = 'application/json' } = webhook ?? {}
    const headers = { 'content-type': contentType }
    const to = `${hook.url}?of=orders`
    const sent = await mock.send({ to, body: sentBody, headers, sign: options })
    expect(await sent.done).toMatchObject({ state: 'delivered' })
    const request = await hook.waitForRequest()
    const received = {
      headers: Object.fromEntries(request.headers),
      body: request.text,
      url: `${hook.url}?${request.query}`,
    }
    expect(await isTaken(received)).toBe(true)
    expect(await isTaken({ ...received, body: `${received.body} ` })).toBe(false)
  })
})

/** Returns another secret of the same length. */
function otherSecret(secret: string): string {
  return secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
}
