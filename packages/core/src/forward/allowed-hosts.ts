// Which hosts requests may be forwarded to. Addresses that are not public have to be named themselves: a
// name may come to mean any address.

/** What the entries of a list allow. */
export interface AllowedHosts {
  /** Whether a URL names a host that may be asked: a name, or an address. */
  allows(url: URL): boolean
  /** Whether an address may be connected to that an allowed name has turned out to be. */
  allowsAddress(address: string, port: number): boolean
  /** How to allow a host, in words: an option of the program, and one of a mock. */
  advice(host: string): string
}

/** What a list is for. */
export type HostsOption = 'allowForward' | 'allowSend'

interface Entry {
  /** In lower case: a name, `*.` and a name, or `*`; `undefined` for addresses. */
  readonly name?: string
  readonly range?: Range
  /** `undefined` for any. */
  readonly port?: number | undefined
}

/** Addresses that share so many bits at their beginning. */
interface Range {
  readonly bytes: readonly number[]
  readonly bits: number
}

/** What IPv4 addresses begin with that are mapped into IPv6 (RFC 4291, 2.5.5.2), or translated (RFC 6052). */
const mapped: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255],
  [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0],
]

const expected =
  'a host such as api.example.com, *.example.com, localhost:3000 or * for all public ones, or an address such as 10.0.0.5 or 10.0.0.0/8'

/** Throws a `TypeError` for an entry that is not one. The list may grow later. */
export function createAllowedHosts(
  entries: readonly string[],
  option: HostsOption = 'allowForward',
): AllowedHosts {
  let parsed = entries.map(toEntry)

  /** Whether an entry fits whose port is this one, or that has none. */
  function some(port: number, doesFit: (entry: Entry) => boolean): boolean {
    if (parsed.length < entries.length) parsed = entries.map(toEntry)
    return parsed.some((entry) => (entry.port ?? port) === port && doesFit(entry))
  }

  /** Whether an address is in the list itself; `localhost` stands for those of this machine. */
  function isListed(bytes: readonly number[], port: number): boolean {
    const isLoopback = isInAny(bytes, loopback)
    return some(port, ({ name, range }) =>
      range ? isIn(bytes, range) : isLoopback && name === 'localhost',
    )
  }

  return {
    allows(url) {
      const [host, port] = [hostOf(url), portOf(url)]
      const bytes = bytesOf(host)
      if (!bytes) return some(port, ({ name }) => name !== undefined && isNamed(host, name))
      if (isListed(bytes, port)) return true
      return !isInAny(bytes, special) && some(port, ({ name }) => name === '*')
    },
    allowsAddress(address, port) {
      const bytes = bytesOf(address)
      return bytes !== undefined && (!isInAny(bytes, special) || isListed(bytes, port))
    },
    advice: (host) => {
      const flag = option === 'allowSend' ? '--allow-send' : '--allow-forward'
      return `Start it with \`${flag} ${host}\`; in a test, set the option \`${option}: ['${host}']\`.`
    },
  }
}

function toEntry(text: string): Entry {
  const entry = parseEntry(text)
  if (!entry) throw new TypeError(`\`${text}\` is not ${expected}.`)
  return entry
}

/** Whether a text is an entry of such a list. */
export function isAllowedHost(text: string): boolean {
  return parseEntry(text) !== undefined
}

/** The host of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** The port of a URL, also that of its scheme. */
export function portOf({ protocol, port }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

function isNamed(host: string, name: string): boolean {
  if (name === '*') return host !== 'localhost' && !host.endsWith('.localhost')
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}

/** Also of an origin, as that is what people copy. */
function parseEntry(text: string): Entry | undefined {
  const given = text.toLowerCase().replace(/^https?:\/\/([^/]*)\/?$/, '$1')
  const [, address = '', bits] = /^([\d.a-f:]+)\/(\d{1,3})$/.exec(given) ?? []
  if (bits !== undefined) {
    const bytes = bytesOf(address)
    const most = (bytes?.length ?? 0) * 8
    return bytes && Number(bits) <= most ? { range: { bytes, bits: Number(bits) } } : undefined
  }
  const whole = bytesOf(given)
  if (whole) return { range: { bytes: whole, bits: whole.length * 8 } }
  const [, host = '', digits] = /^(.*?)(?::(\d{1,5}))?$/.exec(given) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (port !== undefined && port > 65_535) return undefined
  const bytes = bytesOf(host.replace(/^\[(.*)\]$/, '$1'))
  if (bytes) return { range: { bytes, bits: bytes.length * 8 }, port }
  const isName = host === '*' || /^(\*\.)?[a-z\d_-]+(\.[a-z\d_-]+)*$/.test(host)
  return isName && host.length <= 255 ? { name: host, port } : undefined
}

function rangeOf(text: string): Range {
  const [address = '', bits] = text.split('/')
  return { bytes: bytesOf(address) ?? [], bits: Number(bits) }
}

const loopback: readonly Range[] = ['127.0.0.0/8', '::1/128'].map(rangeOf)

/** Addresses that are not public (the IANA registries of special-purpose addresses). */
const special: readonly Range[] = [
  ...loopback,
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '224.0.0.0/3',
    '::/96',
    '64:ff9b:1::/48',
    // Teredo and 6to4: these, too, hold an address of IPv4.
    '2001::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ].map(rangeOf),
]

function isInAny(bytes: readonly number[], ranges: readonly Range[]): boolean {
  return ranges.some((range) => isIn(bytes, range))
}

function isIn(bytes: readonly number[], range: Range): boolean {
  if (bytes.length !== range.bytes.length) return false
  return bytes.every((byte, i) => {
    const bits = Math.min(8, Math.max(0, range.bits - i * 8))
    return (byte ^ (range.bytes[i] ?? 0)) >> (8 - bits) === 0
  })
}

/**
 * The bytes of an address: 4, or 16; of an IPv4 address that is written as one of IPv6, 4. `undefined` for
 * a name.
 */
function bytesOf(address: string): number[] | undefined {
  const [, four] = /^(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address) ?? []
  if (four !== undefined) {
    const bytes = four.split('.').map(Number)
    return bytes.every((byte) => byte < 256) ? bytes : undefined
  }
  // Without the name of an interface, which link-local addresses have.
  const url = `http://[${address.replace(/%.*$/, '')}]`
  if (!address.includes(':') || !URL.canParse(url)) return undefined
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::')
  const groupsOf = (text = ''): string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const between = Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...between, ...after].map((group) => Number.parseInt(group, 16))
  const bytes = groups.flatMap((group) => [group >> 8, group & 255])
  return mapped.some((prefix) => prefix.every((byte, i) => bytes[i] === byte))
    ? bytes.slice(12)
    : bytes
}
