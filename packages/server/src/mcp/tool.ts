// A tool as data: its description for models, and the function that it runs.
import type { Control } from '@mock-endpoint/core/client'
import type { JsonSchema } from '@mock-endpoint/core/documents'
import type { Arguments } from './input-schemas.ts'

export interface Tool {
  readonly title: string
  readonly description: string
  /** Arguments that are checked here, or JSON of an operation, which the service checks. */
  readonly input: { readonly arguments: Arguments } | { readonly json: () => JsonSchema }
  /** Whether it changes nothing. Default: false. */
  readonly isReading?: boolean
  /** Whether it removes something. Default: false. */
  readonly isRemoving?: boolean
  /** Runs the tool. Rejects with the problem or error that is sent to the model. */
  run(call: ToolCall): Promise<ToolResult>
}

export interface ToolCall {
  /** The arguments as JSON text, exactly as the client sent them. */
  readonly json: string
  /** The parsed arguments. */
  readonly given: Readonly<Record<string, unknown>>
  readonly control: Control
  /** The base URL of the service, without a slash at the end. */
  readonly url: string
  /** Aborts when the client no longer waits for the result. */
  readonly signal: AbortSignal
}

export interface ToolResult {
  /** A short text for models. */
  readonly text: string
  /** The result for programs. */
  readonly data: object
}

/** Returns the URL of an endpoint. */
export function urlOf(url: string, name: string): string {
  return `${url}/endpoint/${encodeURIComponent(name)}`
}
