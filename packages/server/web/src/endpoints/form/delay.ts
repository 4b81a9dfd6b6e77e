// Parses and writes delays as people write them, such as `1.5 s`.

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000 }
/** The longest time that a timer can have, in milliseconds. */
const longest = 2_147_483_647

/** A number and its unit. A comma is a decimal comma where it cannot separate thousands. */
const written = /^(\d+(?:\.\d+|,\d\d?)?)\s*(ms|s|min|)$/i

/** Returns the delay in milliseconds, or a sentence for the user if it is not valid. */
export function parseDelay(text: string): number | string {
  const [, amount = '', unit = ''] = written.exec(text.trim() || '0') ?? []
  const perUnit = milliseconds[unit.toLowerCase() || 'ms'] ?? 1
  if (amount === '') return 'Write it as 300, 300 ms, 1.5 s or 2 min.'
  // 8.04 × 1000 is 8039.999999999999.
  const delay = Number((Number(amount.replace(',', '.')) * perUnit).toPrecision(15))
  return delay <= longest ? delay : 'At most 2,147,483,647 ms: almost 25 days.'
}

/** Returns a delay in the largest unit that needs at most two decimals. */
export function delayText(delay: number): string {
  const units = Object.entries(milliseconds).reverse()
  const [unit, perUnit] = units.find(([, one]) => delay >= one && isShort(delay, one)) ?? ['ms', 1]
  return `${delay / perUnit} ${unit}`
}

function isShort(delay: number, perUnit: number): boolean {
  return Number.isInteger((delay * 100) / perUnit)
}
