// Helpers of the control suites: how a service is opened, and how a refused call is described.
import type { Control } from '../../control/control.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { Send } from '../send.ts'

interface ControlOptions {
  readonly maxBody?: number
}

/** A control API, and a function that sends requests to its service. */
interface Controlled {
  readonly control: Control
  readonly send: Send
}

/** Opens a service without endpoints and requests. Tests need not close it. */
export type OpenControl = (options?: ControlOptions) => Promise<Controlled>

/** Resolves to the code and the pointers of a refused call, such as `invalid-query /limit`. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    (output) => `resolved to ${JSON.stringify(output)}`,
    (error: unknown) => error,
  )
  if (!(error instanceof Problem)) return String(error)
  const pointers = error.extensions.errors?.map(({ pointer }) => pointer) ?? []
  return [error.code, ...pointers].join(' ')
}
