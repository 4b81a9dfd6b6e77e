// The request to send a webhook.

/** The supported signature schemes. */
export const signingSchemes = [
  'standard',
  'github',
  'stripe',
  'slack',
  'shopify',
  'twilio',
  'hmac',
] as const

/** Hash functions of an HMAC. */
export const hashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const

/** The signing options, for any scheme. */
export interface DeliverySigning {
  readonly scheme: (typeof signingSchemes)[number]
  readonly secret: string
  readonly url?: string | undefined
  readonly header?: string | undefined
  readonly prefix?: string | undefined
  readonly encoding?: 'hex' | 'base64' | undefined
  readonly algorithm?: (typeof hashes)[number] | undefined
  readonly timestampHeader?: string | undefined
  readonly before?: string | undefined
}

/** A request to send a webhook, or several. */
export interface DeliveryRequest {
  readonly to: string
  /** JSON text, as is each of `events`. */
  readonly event?: string | undefined
  readonly events?: readonly string[] | undefined
  readonly body?: string | undefined
  readonly bodyEncoding?: 'base64' | undefined
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>> | undefined
  readonly sign?: DeliverySigning | undefined
  readonly id?: string | undefined
  readonly delay?: number | undefined
  readonly attempts?: number | undefined
  readonly backoff?: number | readonly number[] | undefined
  readonly timeout?: number | undefined
  readonly duplicate?: number | undefined
  readonly shuffle?: number | undefined
}
