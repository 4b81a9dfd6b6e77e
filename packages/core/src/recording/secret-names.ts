// Recognizes secret headers, parameters and JSON members by their names.

/** Whether a header is secret, whatever its value is. */
export function isSecretHeader(name: string): boolean {
  const words = wordsOf(name)
  return words.includes('cookie') || words.at(-1) === 'auth' || saysSecret(words)
}

/** Names that many parameters have. Only a long value is likely to be a secret. */
const common: ReadonlySet<string> = new Set(['key', 'token', 'auth', 'session'])

/** Minimum length of such a value, in characters. */
const shortestOfCommon = 16

/** Whether a parameter of a query, or a field of a form, is secret. */
export function isSecretParameter(name: string, value: string): boolean {
  const words = wordsOf(name)
  const [word = ''] = words
  if (words.length === 1 && common.has(word)) return value.length >= shortestOfCommon
  return words.at(-1) === 'auth' || saysSecret(words)
}

/** Splits a name: `refreshToken`, `refresh_token` and `Refresh-Token` have the same words. */
function wordsOf(name: string): readonly string[] {
  const apart = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return apart.split(/[^a-z\d]+/).filter((word) => word !== '')
}

const wholeWords: ReadonlySet<string> = new Set([
  ...['pass', 'pwd', 'sid', 'sig', 'otp', 'appid', 'assertion', 'verifier'],
])

/** Endings of secret words, such as `csrftoken`. */
const endings =
  /(?:token|secret|password|passwd|passphrase|apikey|credentials?|signature|jwt|authorization|sessi?onid|sessid)$/

/** The words before `key` in a secret: `api_key` is a secret, `sort_key` is not. */
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

/** Words of names that are not secret: positions in pages, and facts about a secret. */
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

/** Names of secret JSON members: those of OAuth 2 (RFC 6749), and passwords. */
const members = [
  ...['access_token', 'refresh_token', 'id_token', 'client_secret'],
  ...['accessToken', 'refreshToken', 'idToken', 'clientSecret', 'password'],
]

/** Pointers to these members at the top of a JSON body. */
export const secretPointers: readonly string[] = members.map((name) => `/${name}`)

/**
 * Matches such a member, at any depth and in any case, up to the opening quote of its string. In
 * JSON inside a JSON string, there is a backslash before the quotes, which is the first group.
 */
export const secretMember: RegExp = new RegExp(
  `(\\\\?)"(?:${members.join('|')})\\1"[ \\t\\r\\n]{0,100}:[ \\t\\r\\n]{0,100}\\1"`,
  'gi',
)
