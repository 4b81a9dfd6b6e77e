// What a client says it takes (RFC 9110, 12.5).

/**
 * Whether a header such as `Accept` or `Accept-Encoding` names a value, in lower case, and does not
 * give it a quality of 0. Wildcards name nothing.
 */
export function accepts(header: string | null | undefined, wanted: string): boolean {
  return (header ?? '').split(',').some((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    return name === wanted && !parameters.some((each) => /^q=0(\.0{0,3})?$/.test(each))
  })
}
