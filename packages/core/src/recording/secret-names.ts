// Which headers, parameters and members are secrets, by their names.

/** Whether a header is, whatever its value. */
export function isSecretHeader(name: string): boolean {
  const words = wordsOf(name)
  return words.includes('cookie') || words.at(-1) === 'auth' || saysSecret(words)
}

/** Names of many parameters: only a long value of one is likely to be a secret. */
const common: ReadonlySet<string> = new Set(['key', 'token', 'auth', 'session'])

/** In characters. */
const shortestOfCommon = 16

/** Whether a parameter of a query, or a field of a form, is. */
export function isSecretParameter(name: string, value: string): boolean {
  const words = wordsOf(name)
  const [word = ''] = words
  if (words.length === 1 && common.has(word)) return value.length >= shortestOfCommon
  return words.at(-1) === 'auth' || saysSecret(words)
}

/** `refreshToken`, `refresh_token` and `Refresh-Token` are the same words. */
function wordsOf(name: string): readonly string[] {
  const apart = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return apart.split(/[^a-z\d]+/).filter((word) => word !== '')
}

const wholeWords: ReadonlySet<string> = new Set([
  ...['pass', 'pwd', 'sid', 'sig', 'otp', 'appid', 'assertion', 'verifier'],
])

/** Of words such as `csrftoken`, too. */
const endings =
  /(?:token|secret|password|passwd|passphrase|apikey|credentials?|signature|jwt|authorization|sessi?onid|sessid)$/

/** `api_key` is one, and `sort_key` is not. */
const keys: ReadonlySet<string> = new Set([
  ...[
    'access',
    'account',
    'api',
    'app',
    'application',
    'auth',
    'client',
    'encryption',
    'functions',
  ],
  ...['license', 'master', 'private', 'secret', 'service', 'signing', 'subscription'],
])

/** Pages, and what is told of a secret. */
const innocent: ReadonlySet<string> = new Set([
  ...['page', 'pages', 'next', 'prev', 'previous', 'cursor', 'continuation', 'sync'],
  ...['count', 'limit', 'max', 'min', 'input', 'output', 'usage', 'type', 'mode', 'expires'],
])

function saysSecret(words: readonly string[]): boolean {
  if (words.some((word) => innocent.has(word))) return false
  return words.some((word, i) => {
    const before = words[i - 1] ?? ''
    if (word === 'key') return keys.has(before)
    if (word === 'id') return before === 'session'
    if (word === 'session') return words.length > 1 && i === words.length - 1
    return wholeWords.has(word) || (endings.test(word) && !/page|next|cursor/.test(word))
  })
}

/** Members of JSON, at any depth, and as pointers into its top: those of OAuth 2 (RFC 6749), and passwords. */
const members = [
  ...['access_token', 'refresh_token', 'id_token', 'client_secret'],
  ...['accessToken', 'refreshToken', 'idToken', 'clientSecret', 'password'],
]

export const secretPointers: readonly string[] = members.map((name) => `/${name}`)

/** The beginning of the string that such a member has. */
export const secretMember: RegExp = new RegExp(
  `"(?:${members.join('|')})"[ \\t\\r\\n]{0,100}:[ \\t\\r\\n]{0,100}"`,
  'g',
)
