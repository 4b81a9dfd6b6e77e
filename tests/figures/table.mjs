// The table of figures. Each row keeps the previous measurement.

const header = ['figure', 'limit', 'now', 'last time', 'machine', 'commit', 'date']
const begin = '<!-- figures -->\n\n'
const end = '\n\n<!-- end -->'

/**
 * @typedef {{ name: string, value: number, unit: string, atMost?: number, atLeast?: number,
 *   limit?: string, isBeyond?: boolean }} Figure
 */

/**
 * Returns the page with these figures merged into its table, and a line for each figure beyond its
 * limit. Rows of figures that were not measured this time stay.
 * @param {string} page
 * @param {Figure[]} figures
 * @param {{ machine: string, commit: string, date: string }} run
 */
export function putFigures(page, figures, run) {
  const [before, rest] = page.split(begin)
  const [table, after] = rest.split(end)
  const rows = new Map(rowsIn(table).map((row) => [row[0], row]))
  const beyond = []
  for (const figure of figures) {
    const now = show(figure.value, figure.unit)
    const isBeyond = figure.isBeyond ?? !isWithin(figure)
    const limit = limitOf(figure)
    if (isBeyond) beyond.push(`${figure.name}: ${now}, ${limit}`)
    const last = rows.get(figure.name)?.[2]?.replace(/ \(beyond\)$/, '') ?? ''
    const cell = isBeyond ? `${now} (beyond)` : now
    rows.set(figure.name, [figure.name, limit, cell, last, run.machine, run.commit, run.date])
  }
  const sorted = [...rows.values()].sort(([a], [b]) => (a < b ? -1 : 1))
  return { text: before + begin + print(sorted) + end + after, beyond }
}

function isWithin({ value, atMost = Infinity, atLeast = -Infinity }) {
  return value <= atMost && value >= atLeast
}

function limitOf({ unit, atMost, atLeast, limit }) {
  if (limit !== undefined) return limit
  if (atMost !== undefined) return `at most ${show(atMost, unit)}`
  return `at least ${show(atLeast, unit)}`
}

/** Three digits are enough to see a change. */
function show(value, unit) {
  // No sign before zero.
  const rounded = (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))) + 0
  return `${rounded.toLocaleString('en-US')} ${unit}`.trim()
}

function rowsIn(table) {
  return table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.length === header.length)
}

function print(rows) {
  const rule = header.map(() => '---')
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
