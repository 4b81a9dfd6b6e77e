// Types of endpoints. An API lists the endpoints of a service and the type of each one's data.
import type { RawJson } from './json-writer.ts'

/** A JSON value, as far as a type can express it. The rest is checked when it is sent. */
export type Data = string | number | boolean | null | object

/** The default API: endpoints with any name and any data. */
export type AnyApi = Readonly<Record<string, Data>>

/** The endpoint names of an API, which is an interface from names to the types of their data. */
export type NameOf<Api extends object> = Extract<keyof Api, string>

/** An endpoint to add. */
export interface NewEndpoint<Name extends string = string, Type = Data, Status = number> {
  /** The last path segment of its URL: 1-255 bytes of UTF-8, case-sensitive. */
  readonly name: Name
  /** The data of its default response. Use `rawJson` for JSON that a value cannot express. */
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

/** The data of an endpoint with this status: any data for an error, otherwise data of its type. */
export type DataFor<Status, Type> = [Status] extends [ErrorStatus] ? Data : Type

/** An endpoint to add that returns an error, with any data. */
export interface NewErrorEndpoint<Name extends string = string>
  extends NewEndpoint<Name, Data, ErrorStatus> {
  readonly statusCode: ErrorStatus
}

/** Any endpoint of an API, to add. */
export type AnyEndpoint<Api extends object> = {
  readonly [Name in NameOf<Api>]: NewErrorEndpoint<Name> | NewEndpoint<Name, Api[Name]>
}[NameOf<Api>]

/** An endpoint as the service stores it. */
export interface StoredEndpoint<Name extends string = string, Type = Data> {
  readonly name: Name
  /**
   * The parsed data, so a `Date` is now a string. Digits that a number cannot hold are lost here,
   * but not in the response. The type is not checked: an endpoint with an error status, or one that
   * another client added, may have any data.
   */
  readonly data: Type
  readonly statusCode: number
  readonly delay: number
}
