// Makes the control API of a closed mock refuse changes, because no client would see them.
import type { Control } from '../control/control.ts'

/** A control API that can be closed. */
export interface Closable {
  readonly control: Control
  /** Throws if it was closed. */
  refuseClosed(): void
  close(): void
}

const changes = [
  'addEndpoint',
  'removeEndpoint',
  'clearEndpoints',
  'addRule',
  'removeRule',
  'clearRules',
  'sendDelivery',
  'reset',
] as const

export function untilClosed(control: Control): Closable {
  let isClosed = false
  const refuseClosed = (): void => {
    if (isClosed) throw new Error('This mock was closed: its URL no longer works.')
  }
  const guarded = changes.map((name) => [
    name,
    async (input: never): Promise<unknown> => {
      refuseClosed()
      return control[name](input)
    },
  ])
  const changing = Object.fromEntries(guarded) as Pick<Control, (typeof changes)[number]>
  return {
    control: { ...control, ...changing },
    refuseClosed,
    close() {
      isClosed = true
    },
  }
}
