// What the control suites ask of a service: how one is opened, and how a call is refused.
import type { Control } from '../../control/control.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { Send } from '../send.ts'

interface ControlOptions {
  readonly maxBody?: number
}

/** A control API, and what reaches the endpoints of its service. */
interface Controlled {
  readonly control: Control
  readonly send: Send
}

/** A service without endpoints and requests. Whoever opens it closes it. */
export type OpenControl = (options?: ControlOptions) => Promise<Controlled>

/** Such as `invalid-query /limit`: the code and what it points at. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    (output) => `resolved to ${JSON.stringify(output)}`,
    (error: unknown) => error,
  )
  if (!(error instanceof Problem)) return String(error)
  const pointers = error.extensions.errors?.map(({ pointer }) => pointer) ?? []
  return [error.code, ...pointers].join(' ')
}
