// What goes on inside, for those who look for a fault: `NODE_DEBUG=mock-endpoint`.

/** What Node, Bun and Deno have of it. */
interface Runtime {
  readonly getBuiltinModule?: (name: 'node:util') => {
    debuglog(section: string): ((format: string, text: string) => void) & { enabled: boolean }
  }
}

const runtime: Runtime | undefined = Reflect.get(globalThis, 'process')
const log = runtime?.getBuiltinModule?.('node:util').debuglog('mock-endpoint')

/** Writes a line to standard error; nothing where nobody asked for that: `debug?.(…)` costs a look. */
export const debug: ((text: string) => void) | undefined = log?.enabled
  ? (text) => log('%s', text)
  : undefined
