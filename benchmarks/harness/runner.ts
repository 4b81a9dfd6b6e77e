// Measures in rounds, so that a busy minute of the machine affects every contender.
import type { Figures, Part, Running } from './measurement.ts'
import { type Summary, summarize } from './stats.ts'

/** The figures of each contender in a table. */
export type Table = Record<string, Record<string, Summary>>

/** Tables by title. */
export type Tables = Record<string, Table>

/** Starts all contenders and measures them in turn, in reverse order every second round. */
export async function runPart(part: Part, say: (progress: string) => void): Promise<Tables> {
  const { title, contenders, loads = [''], rounds, generations = 1 } = part
  const found: Record<string, Record<string, Figures[]>> = {}
  for (let generation = 1; generation <= generations; generation++) {
    const running = new Map<string, Running>()
    try {
      for (const [name, start] of Object.entries(contenders)) {
        say(`${title}: starting ${name}`)
        running.set(name, await start())
      }
      for (const load of loads) {
        const table = load === '' ? title : `${title}, ${load}`
        found[table] ??= {}
        const figures = found[table]
        for (let round = 1; round <= rounds; round++) {
          const all = [...running]
          for (const [name, { measure }] of round % 2 === 1 ? all : all.reverse()) {
            say(`${table}: round ${round} of ${rounds}, ${generation}/${generations}: ${name}`)
            figures[name] ??= []
            figures[name].push(await measure(load))
          }
        }
      }
    } finally {
      await Promise.allSettled([...running.values()].map(({ stop }) => stop?.()))
    }
  }
  const order = Object.keys(contenders)
  return mapValues(found, (table) =>
    mapValues(Object.fromEntries(order.map((name) => [name, table[name] ?? []])), summarizeAll),
  )
}

function summarizeAll(found: readonly Figures[]): Record<string, Summary> {
  return mapValues(found[0] ?? {}, (_, figure) =>
    summarize(found.map((figures) => figures[figure] ?? Number.NaN)),
  )
}

function mapValues<Value, Result>(
  object: Record<string, Value>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
