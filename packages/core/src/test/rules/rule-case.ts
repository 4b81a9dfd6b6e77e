// Types of the test cases of rules, which are data.

export interface RuleCase {
  readonly name: string
  /** Endpoints that are added before the rules. Default: `orders` with `[1]`. */
  readonly endpoints?: readonly object[]
  /** Rules. A string is sent as it is. */
  readonly rules: readonly (object | string)[]
  readonly asks: readonly RuleAsk[]
}

export interface RuleAsk {
  /** Default: GET. */
  readonly method?: string
  /** The path below /endpoint. Default: /orders. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly expected: ExpectedResponse
}

export interface ExpectedResponse {
  /** Default: 200. */
  readonly status?: number
  readonly body?: string
  /** `null`: the response does not have the header. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Whether the response is missing or incomplete. */
  readonly isBroken?: true
  /** The code of a problem, and some members of its `closest`. */
  readonly problem?: string
  readonly closest?: object
}

/** The default response of `orders`. */
export const normal: ExpectedResponse = {
  body: '[1]',
  headers: { 'content-type': 'application/json' },
}
