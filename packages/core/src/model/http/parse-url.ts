/**
 * Returns the URL, or `undefined` if the text is not a valid one. In Node.js 20 and 22,
 * `URL.canParse` is wrong once it was called often: it reads characters from U+0080 to U+00FF as
 * bytes of UTF-8, and so accepts texts for which `new URL` throws.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
