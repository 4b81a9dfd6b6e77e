// What every contender answers, each under its name: 17 bytes, 1 kB and 100 kB of JSON.

export const bodies = {
  small: '{"hello":"world"}',
  medium: bodyOf(1000),
  large: bodyOf(100_000),
}

/** The same as `small` in shape: who parses it has one member to read, as in the smallest. */
function bodyOf(length) {
  const empty = '{"hello":""}'
  return `{"hello":"${'x'.repeat(length - empty.length)}"}`
}

export const type = 'application/json'

/** Tells the benchmark where the contender is. */
export function listening(port, host = '127.0.0.1') {
  process.stdout.write(`Address http://${host}:${port}\n`)
}
