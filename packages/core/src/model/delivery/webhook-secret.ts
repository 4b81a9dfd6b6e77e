// The options of `verifyWebhook` and `signWebhook`, scheme by scheme.

/** What every scheme can be told. */
export interface WebhookSecretOptions {
  /** As the sender has it. For `standard` it is base64, with or without `whsec_` before it. */
  readonly secret: string
  /**
   * How far the timestamp may be from `now`, on either side, in milliseconds; `Infinity` for any
   * distance. `github`, `shopify`, `twilio`, and `hmac` without `timestampHeader` have no
   * timestamp. Default: 300,000, five minutes.
   */
  readonly tolerance?: number
  /** A number is milliseconds since 1970. Default: when the request was received. */
  readonly now?: globalThis.Date | number
}

/** A secret for a scheme that needs no other options. */
export interface VendorSecret extends WebhookSecretOptions {
  /**
   * - `standard`: Standard Webhooks, its symmetric signatures (`v1`), in headers that begin with
   *   `webhook-`, or with `svix-` where Svix sends
   *   (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
   * - `github`: the header `x-hub-signature-256`
   *   (https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries).
   * - `stripe`: the header `stripe-signature` (https://docs.stripe.com/webhooks/signature).
   * - `slack`: the headers `x-slack-signature` and `x-slack-request-timestamp`
   *   (https://docs.slack.dev/authentication/verifying-requests-from-slack).
   * - `shopify`: the header `x-shopify-hmac-sha256`
   *   (https://shopify.dev/docs/apps/build/webhooks/verify-deliveries).
   */
  readonly scheme: 'standard' | 'github' | 'stripe' | 'slack' | 'shopify'
}

/** Twilio's auth token, and the URL that its signature covers. */
export interface TwilioSecret extends WebhookSecretOptions {
  /**
   * The header `x-twilio-signature`: HMAC-SHA1 of the URL, followed by the sorted parameters of a
   * form. For any other body, the URL has its SHA-256 in the query parameter `bodySHA256`
   * (https://www.twilio.com/docs/usage/security#validating-requests).
   */
  readonly scheme: 'twilio'
  /**
   * The URL that the sender was configured with, including its query. The request's `bodySHA256` is
   * appended if it is missing here. As in Twilio's own libraries, the signature may cover the URL
   * with or without its port, and as it is written or normalized. Default: `http://`, the request's
   * Host header, path and query.
   */
  readonly url?: string
}

/** A secret for any sender that signs the body with an HMAC, and how it does so. */
export interface HmacSecret extends WebhookSecretOptions {
  /** An HMAC (RFC 2104) of the body, in a header of the sender's choice. */
  readonly scheme: 'hmac'
  /** The header that has the signature. */
  readonly header: string
  /** What the header has before the signature, such as `sha256=`. Default: nothing. */
  readonly prefix?: string
  /**
   * How the signature is written: as hexadecimal digits in lower case, or as base64 with padding
   * (RFC 4648, section 4). Default: `hex`.
   */
  readonly encoding?: 'hex' | 'base64'
  /** The hash function of the HMAC. Default: `sha256`. */
  readonly algorithm?: 'sha1' | 'sha256' | 'sha384' | 'sha512'
  /** The header that has the timestamp, in whole seconds since 1970. Default: no timestamp. */
  readonly timestampHeader?: string
  /**
   * What is signed in front of the body. `{timestamp}` stands for the value of `timestampHeader`,
   * and must be there exactly when that is given. Default: `{timestamp}.` with `timestampHeader`,
   * otherwise nothing.
   */
  readonly before?: string
}

/** How a sender signs, and with what. */
export type WebhookSecret = VendorSecret | TwilioSecret | HmacSecret
