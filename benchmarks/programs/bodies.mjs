// The response bodies of every contender, by name: 17 bytes, 1 kB and 100 kB of JSON.

/** @type {Record<string, string>} */
export const bodies = {
  small: '{"hello":"world"}',
  medium: bodyOf(1000),
  large: bodyOf(100_000),
}

/** In milliseconds. Responses of `long` are still pending when the last one is requested. */
export const delays = { long: 2000, short: 100 }

export const type = 'application/json'

/** Has the same shape as `small`, so that a parser reads one member. */
function bodyOf(length) {
  const empty = '{"hello":""}'
  return `{"hello":"${'x'.repeat(length - empty.length)}"}`
}
