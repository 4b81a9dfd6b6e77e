// The endpoints of a service in types: an API says their names, and what they hold.
import type { RawJson } from './json-writer.ts'

/** What JSON can hold, as far as a type can say it: the rest is checked when it is sent. */
export type Data = string | number | boolean | null | object

/** The endpoints of a service when nothing is said of them: any name, any data. */
export type AnyApi = Readonly<Record<string, Data>>

/** The names of an API: an interface from names to the types of their data. */
export type NameOf<Api extends object> = Extract<keyof Api, string>

/** An endpoint to add. */
export interface NewEndpoint<Name extends string = string, Type = Data, Status = number> {
  /** The last path segment of its URL: 1-255 bytes of UTF-8, case-sensitive. */
  readonly name: Name
  /** What it answers. `rawJson` says what a value cannot. */
  readonly data: Type | RawJson
  /** The HTTP status of the response, 200-599. Default: 200. */
  readonly statusCode?: Status | undefined
  /** Milliseconds before the response. Default: 0. */
  readonly delay?: number | undefined
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** The HTTP statuses of errors: 400-599. */
export type ErrorStatus = `${4 | 5}${Digit}${Digit}` extends `${infer Status extends number}`
  ? Status
  : never

/** The data of an endpoint that answers with this status: any for an error, else that of its type. */
export type DataFor<Status, Type> = [Status] extends [ErrorStatus] ? Data : Type

/** An endpoint to add that answers an error, with any data. */
export interface NewErrorEndpoint<Name extends string = string>
  extends NewEndpoint<Name, Data, ErrorStatus> {
  readonly statusCode: ErrorStatus
}

/** Any of an API's endpoints, to add. */
export type AnyEndpoint<Api extends object> = {
  readonly [Name in NameOf<Api>]: NewErrorEndpoint<Name> | NewEndpoint<Name, Api[Name]>
}[NameOf<Api>]

/** An endpoint as the service has it. */
export interface StoredEndpoint<Name extends string = string, Type = Data> {
  readonly name: Name
  /**
   * Parsed, so a `Date` is the string that it became. Digits that a number cannot hold are lost
   * here, not in what the endpoint answers. The type is not checked: an endpoint that was added
   * with an error's status, or by somebody else, may hold anything.
   */
  readonly data: Type
  readonly statusCode: number
  readonly delay: number
}
