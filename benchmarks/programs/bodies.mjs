// What every contender answers, each under its name: 17 bytes, 1 kB and 100 kB of JSON.

/** @type {Record<string, string>} */
export const bodies = {
  small: '{"hello":"world"}',
  medium: bodyOf(1000),
  large: bodyOf(100_000),
}

/** Milliseconds. Most answers of `long` do not end before the last has been asked for. */
export const delays = { long: 2000, short: 100 }

export const type = 'application/json'

/** The same as `small` in shape: whoever parses it has one member to read. */
function bodyOf(length) {
  const empty = '{"hello":""}'
  return `{"hello":"${'x'.repeat(length - empty.length)}"}`
}
