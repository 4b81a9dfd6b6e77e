// Debug messages about internal events, enabled with `NODE_DEBUG=mock-endpoint`.

/** The part of `process` that is used here. Node, Bun and Deno have it. */
interface Runtime {
  readonly getBuiltinModule?: (name: 'node:util') => {
    debuglog(section: string): ((format: string, text: string) => void) & { enabled: boolean }
  }
}

const runtime: Runtime | undefined = Reflect.get(globalThis, 'process')
const log = runtime?.getBuiltinModule?.('node:util').debuglog('mock-endpoint')

/** Writes a line to standard error. `undefined` if disabled, so that `debug?.(…)` costs little. */
export const debug: ((text: string) => void) | undefined = log?.enabled
  ? (text) => log('%s', text)
  : undefined
