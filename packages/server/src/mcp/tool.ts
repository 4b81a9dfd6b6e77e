// A tool, as data: what models are told of it, and what it does.
import type { Control } from '@mock-endpoint/core/client'
import type { JsonSchema } from '@mock-endpoint/core/documents'
import type { Arguments } from './input-schemas.ts'

export interface Tool {
  readonly title: string
  readonly description: string
  /** What it takes: arguments that are checked here, or the JSON of an operation, which the service checks. */
  readonly input: { readonly arguments: Arguments } | { readonly json: () => JsonSchema }
  /** Whether it changes nothing. Default: no. */
  readonly isReading?: boolean
  /** Whether it removes something. Default: no. */
  readonly isRemoving?: boolean
  /** Rejects with the problem, or the error, that the model is told. */
  run(call: ToolCall): Promise<ToolResult>
}

export interface ToolCall {
  /** The arguments as JSON text, as they came. */
  readonly json: string
  /** The same as a value. */
  readonly given: Readonly<Record<string, unknown>>
  readonly control: Control
  /** Where the service is, without a slash at the end. */
  readonly url: string
  /** Aborts when nobody waits for the result any more. */
  readonly signal: AbortSignal
}

export interface ToolResult {
  /** For a model: short. */
  readonly text: string
  /** For programs. */
  readonly data: object
}

/** Where an endpoint is. */
export function urlOf(url: string, name: string): string {
  return `${url}/endpoint/${encodeURIComponent(name)}`
}
