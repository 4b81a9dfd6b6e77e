// One spelling for each value of a JSON number, however many digits it has.

/**
 * Returns the digits without leading and trailing zeros, and the power of ten that multiplies them.
 * Linear in the length of the text. An exponent of more than 15 digits stays as it is, so that two
 * spellings of such a number are two numbers.
 */
export function canonicalNumber(text: string): string {
  const sign = text.startsWith('-') ? '-' : ''
  const at = indexOfExponent(text)
  const [whole = '', fraction = ''] = text.slice(sign.length, at).split('.')
  const digits = whole + fraction
  const start = skipZeros(digits)
  let end = digits.length
  while (end > start && digits.charCodeAt(end - 1) === zero) end--
  if (start === end) return '0'
  const shift = digits.length - end - fraction.length
  return `${sign}${digits.slice(start, end)}e${powerOf(text.slice(at + 1), shift)}`
}

function indexOfExponent(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if ((text.charCodeAt(at) | 0x20) === letter) return at
  }
  return text.length
}

function powerOf(exponent: string, shift: number): string {
  const sign = exponent.startsWith('-') ? '-' : ''
  const unsigned = exponent.slice(sign === '-' || exponent.startsWith('+') ? 1 : 0)
  const digits = unsigned.slice(skipZeros(unsigned))
  if (digits.length > 15) return `${shift}e${sign}${digits}`
  return String(Number(`${sign}${digits || '0'}`) + shift)
}

function skipZeros(text: string): number {
  let at = 0
  while (text.charCodeAt(at) === zero) at++
  return at
}

const zero = 0x30
const letter = 0x65
