// A response before an adapter sends it.

/** Headers as names and values. A name may occur more than once, as `set-cookie` does. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/** On every response of the service, because browsers must neither guess its type nor cache it. */
export const commonHeaders: HeaderPairs = /* @__PURE__ */ Object.freeze([
  /* @__PURE__ */ Object.freeze(['x-content-type-options', 'nosniff'] as const),
  /* @__PURE__ */ Object.freeze(['cache-control', 'no-store'] as const),
])

/** A response that is ready to be sent. */
export interface PlainResponse {
  readonly status: number
  readonly headers: HeaderPairs
  /** `null` if there is no body to send. */
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

/** Statuses whose responses have no body (RFC 9110, 15.3.5, 15.3.6, 15.4.5). */
export const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])
