// Which of many is asked for next. load.lua picks in the same ways.

/** Each in turn, any of them alike, or few of them mostly. */
export type Picking = 'cycle' | 'uniform' | 'Zipf'

/** Neighbours in rank lie apart on the disk: a prime that divides none of the totals. */
export const step = 611_953

let sent = 0

export const pick: Readonly<Record<Picking, (total: number) => number>> = {
  cycle: (total) => ++sent % total,
  uniform: (total) => Math.floor(Math.random() * total),
  /** Zipf with exponent 1: the logarithm finds rank k with the chance of 1/k. */
  Zipf(total) {
    const rank = Math.floor(Math.exp(Math.random() * Math.log(total + 1))) - 1
    return (Math.min(rank, total - 1) * step) % total
  },
}
