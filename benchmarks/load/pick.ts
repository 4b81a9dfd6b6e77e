// Picks the number of the next endpoint to request. load.lua picks in the same ways.

/** Each in turn, all with the same probability, or mostly a few of them. */
export type Picking = 'cycle' | 'uniform' | 'Zipf'

/** Keeps neighbours in rank apart on the disk. A prime that divides none of the totals. */
export const step = 611_953

let sent = 0

export const pick: Readonly<Record<Picking, (total: number) => number>> = {
  cycle: (total) => ++sent % total,
  uniform: (total) => Math.floor(Math.random() * total),
  /** Zipf with exponent 1: the probability of rank k is about proportional to 1/k. */
  Zipf(total) {
    const rank = Math.floor(Math.exp(Math.random() * Math.log(total + 1))) - 1
    return (Math.min(rank, total - 1) * step) % total
  },
}
