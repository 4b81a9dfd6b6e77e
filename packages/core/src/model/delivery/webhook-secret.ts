// The options of `verifyWebhook` and `signWebhook`, scheme by scheme.

/** The options that every scheme has. */
export interface WebhookSecretOptions {
  /** As the sender has it. For `standard`, base64 with or without the prefix `whsec_`. */
  readonly secret: string
  /**
   * The maximum difference between the timestamp and `now`, in either direction, in milliseconds.
   * `Infinity` allows any. `github`, `shopify`, `twilio`, and `hmac` without `timestampHeader` have
   * no timestamp. Default: 300,000, five minutes.
   */
  readonly tolerance?: number
  /** A number is milliseconds since 1970. Default: the time at which the request was received. */
  readonly now?: globalThis.Date | number
}

/** A secret for a scheme that needs no other options. */
export interface VendorSecret extends WebhookSecretOptions {
  /**
   * - `standard`: the symmetric signatures (`v1`) of Standard Webhooks, in headers that begin with
   *   `webhook-`, or with `svix-` if Svix is the sender
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
   * form. For any other body, the query parameter `bodySHA256` of the URL is the body's SHA-256
   * (https://www.twilio.com/docs/usage/security#validating-requests).
   */
  readonly scheme: 'twilio'
  /**
   * The URL that the sender was configured with, including its query. The request's `bodySHA256` is
   * appended if it is missing here. As in Twilio's own libraries, the signature may cover the URL
   * with or without its port, and as written or normalized. Default: `http://`, the request's
   * Host header, path and query.
   */
  readonly url?: string
}

/** The secret and the signature format of any sender that signs the body with an HMAC. */
export interface HmacSecret extends WebhookSecretOptions {
  /** An HMAC (RFC 2104) of the body, in a header of the sender's choice. */
  readonly scheme: 'hmac'
  /** The header that has the signature. */
  readonly header: string
  /** The text before the signature in the header, such as `sha256=`. Default: none. */
  readonly prefix?: string
  /**
   * The encoding of the signature: hexadecimal digits in lower case, or base64 with padding
   * (RFC 4648, section 4). Default: `hex`.
   */
  readonly encoding?: 'hex' | 'base64'
  /** The hash function of the HMAC. Default: `sha256`. */
  readonly algorithm?: 'sha1' | 'sha256' | 'sha384' | 'sha512'
  /** The header that has the timestamp, in whole seconds since 1970. Default: no timestamp. */
  readonly timestampHeader?: string
  /**
   * The text that is signed before the body. `{timestamp}` stands for the value of
   * `timestampHeader`. It is required with `timestampHeader`, and not allowed otherwise. Default:
   * `{timestamp}.` with `timestampHeader`, otherwise none.
   */
  readonly before?: string
}

/** The signature scheme of a sender, with its secret and options. */
export type WebhookSecret = VendorSecret | TwilioSecret | HmacSecret
