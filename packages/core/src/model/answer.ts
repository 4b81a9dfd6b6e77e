// An answer before it is a Response.

/** An answer that is ready to be written. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `null` when there is none to send. */
  readonly body: string | Uint8Array<ArrayBuffer> | null
}
