// The control API of a mock that was closed refuses changes: nobody would see them.
import type { Control } from '../control/control.ts'

/** Throws when the mock was closed. */
export type RefuseClosed = () => void

export function createRefuseClosed(isClosed: () => boolean): RefuseClosed {
  return () => {
    if (isClosed()) throw new Error('This mock was closed: nothing answers at its URL any more.')
  }
}

const changes = [
  'addEndpoint',
  'removeEndpoint',
  'clearEndpoints',
  'addRule',
  'removeRule',
  'clearRules',
  'reset',
] as const

export function untilClosed(control: Control, refuseClosed: RefuseClosed): Control {
  const guarded = changes.map((name) => [
    name,
    async (input: never): Promise<unknown> => {
      refuseClosed()
      return control[name](input)
    },
  ])
  return { ...control, ...(Object.fromEntries(guarded) as Pick<Control, (typeof changes)[number]>) }
}
