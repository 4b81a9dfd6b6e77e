// Which endpoint is read next: any of them alike, or few of them mostly. load.lua picks the same way.

/** Neighbours in rank lie apart on the disk: a prime that divides none of the totals. */
export const step = 611_953

export const pick = {
  uniform: (total) => Math.floor(Math.random() * total),
  /** Zipf with exponent 1: the logarithm finds rank k with the chance of 1/k. */
  Zipf: (total) => {
    const rank = Math.floor(Math.exp(Math.random() * Math.log(total + 1))) - 1
    return (Math.min(rank, total - 1) * step) % total
  },
}
