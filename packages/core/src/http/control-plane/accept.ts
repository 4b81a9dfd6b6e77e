// Reads the values that a client accepts (RFC 9110, 12.5).

/**
 * Whether a header such as `Accept` or `Accept-Encoding` lists `wanted`, which is in lower case,
 * with a quality other than 0. Wildcards do not count.
 */
export function accepts(header: string | null | undefined, wanted: string): boolean {
  return (header ?? '').split(',').some((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    return name === wanted && !parameters.some((each) => /^q=0(\.0{0,3})?$/.test(each))
  })
}
