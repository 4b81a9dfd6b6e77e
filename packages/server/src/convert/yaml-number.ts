// A number of YAML as JSON writes it, with all its digits.

/** `undefined` when JSON has no such number: infinities, and what is none. */
export function jsonNumber(value: number | bigint, source: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = decimal.exec(source) ?? []
  if (whole + fraction === '') {
    // Hexadecimal, octal, or not finite.
    return typeof value === 'bigint' || Number.isFinite(value) ? String(value) : undefined
  }
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return `${sign.replace('+', '')}${digits}${fraction && `.${fraction}`}${exponent}`
}

const decimal = /^([-+]?)(\d*)(?:\.(\d*))?([eE][-+]?\d+)?$/
