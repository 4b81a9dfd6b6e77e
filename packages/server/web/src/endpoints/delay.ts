// A delay with its unit, and back.

export const units = ['ms', 's', 'min'] as const

export type Unit = (typeof units)[number]

const milliseconds: Readonly<Record<Unit, number>> = { ms: 1, s: 1000, min: 60_000 }
/** What a timer can hold. */
const longest = 2_147_483_647

/** In milliseconds; `undefined` when it is none. */
export function parseDelay(amount: string, unit: Unit): number | undefined {
  const delay = Number(amount.trim() === '' ? '0' : amount.replace(',', '.')) * milliseconds[unit]
  return delay >= 0 && delay <= longest ? delay : undefined
}

/** In the largest unit that needs no long fraction. */
export function splitDelay(delay: number): { readonly amount: string; readonly unit: Unit } {
  const unit = [...units].reverse().find((one) => delay >= milliseconds[one] && isShort(delay, one))
  const chosen = unit ?? 'ms'
  return { amount: String(delay / milliseconds[chosen]), unit: chosen }
}

export function delayText(delay: number): string {
  const { amount, unit } = splitDelay(delay)
  return `${amount} ${unit}`
}

function isShort(delay: number, unit: Unit): boolean {
  return Number.isInteger((delay * 100) / milliseconds[unit])
}
