// A delay as people write it, such as `1.5 s`, and back.

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000 }
/** What a timer can hold. */
const longest = 2_147_483_647

/** A number, with a decimal comma where it cannot be taken for one of thousands, and its unit. */
const written = /^(\d+(?:\.\d+|,\d\d?)?)\s*(ms|s|min|)$/i

/** In milliseconds; a sentence when it is none. */
export function parseDelay(text: string): number | string {
  const [, amount = '', unit = ''] = written.exec(text.trim() || '0') ?? []
  const perUnit = milliseconds[unit.toLowerCase() || 'ms'] ?? 1
  if (amount === '') return 'Write it as 300, 300 ms, 1.5 s or 2 min.'
  // 8.04 × 1000 is 8039.999999999999.
  const delay = Number((Number(amount.replace(',', '.')) * perUnit).toPrecision(15))
  return delay <= longest ? delay : 'At most 2,147,483,647 ms: almost 25 days.'
}

/** In the largest unit that needs no long fraction. */
export function delayText(delay: number): string {
  const units = Object.entries(milliseconds).reverse()
  const [unit, perUnit] = units.find(([, one]) => delay >= one && isShort(delay, one)) ?? ['ms', 1]
  return `${delay / perUnit} ${unit}`
}

function isShort(delay: number, perUnit: number): boolean {
  return Number.isInteger((delay * 100) / perUnit)
}
