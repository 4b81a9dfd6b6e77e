// What rules answer, as data: what a case is.

export interface RuleCase {
  readonly name: string
  /** Bodies of adds, before the rules. Default: `orders` with `[1]`. */
  readonly endpoints?: readonly object[]
  /** Bodies of rules; a text is sent as it stands. */
  readonly rules: readonly (object | string)[]
  readonly asks: readonly RuleAsk[]
}

export interface RuleAsk {
  /** Default: GET. */
  readonly method?: string
  /** Below /endpoint. Default: /orders. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly expected: ExpectedResponse
}

export interface ExpectedResponse {
  /** Default: 200. */
  readonly status?: number
  readonly body?: string
  /** `null`: that it is not there. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Whether the response does not come whole. */
  readonly isBroken?: true
  /** The code of a problem, and what its `closest` has. */
  readonly problem?: string
  readonly closest?: object
}

/** The response of the endpoint without rules. */
export const normal: ExpectedResponse = {
  body: '[1]',
  headers: { 'content-type': 'application/json' },
}
