// Reads and writes status codes: by number, or by the start of a name.

const names: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  418: "I'm a teapot",
  422: 'Unprocessable Content',
  423: 'Locked',
  425: 'Too Early',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
  511: 'Network Authentication Required',
}

/** The text of every code with a name: `404 Not Found`. */
export const statusTexts: readonly string[] = Object.keys(names).map((code) => textOf(Number(code)))

export function textOf(code: number): string {
  const name = names[code]
  return name === undefined ? String(code) : `${code} ${name}`
}

/** Returns the code that the text means, 200 to 599; `undefined` for none or several. */
export function parseStatus(text: string): number | undefined {
  const number = /^\s*(\d{3})\b/.exec(text)?.[1]
  if (number !== undefined) {
    const code = Number(number)
    return code >= 200 && code <= 599 ? code : undefined
  }
  const wanted = letters(text)
  // `4O4` is not a name.
  if (wanted === '' || /\d/.test(text)) return undefined
  const codes = Object.keys(names).map(Number)
  const exact = codes.filter((code) => letters(names[code] ?? '') === wanted)
  const alike = codes.filter((code) => letters(names[code] ?? '').startsWith(wanted))
  const [found, ...more] = exact.length > 0 ? exact : alike
  return more.length === 0 ? found : undefined
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}
