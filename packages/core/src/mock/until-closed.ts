// The control API of a mock that was closed refuses changes: nobody would see them.
import type { Control } from '../control/control.ts'

export function untilClosed(control: Control, isClosed: () => boolean): Control {
  const refuse = async (): Promise<void> => {
    if (isClosed()) throw new Error('This mock was closed: nothing answers at its URL any more.')
  }
  return {
    ...control,
    addEndpoint: (endpoint) => refuse().then(() => control.addEndpoint(endpoint)),
    removeEndpoint: (name) => refuse().then(() => control.removeEndpoint(name)),
    clearEndpoints: () => refuse().then(() => control.clearEndpoints(undefined)),
    reset: (options) => refuse().then(() => control.reset(options)),
  }
}
