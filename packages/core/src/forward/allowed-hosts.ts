// The hosts to which requests may be forwarded and webhooks sent. An address that is not public
// must be listed itself, because a name can resolve to any address.
import { parseUrl } from '../model/http/parse-url.ts'

/** The hosts that a list allows. */
export interface AllowedHosts {
  /** Whether requests may be sent to the host of a URL, a name or an address. */
  allows(url: URL): boolean
  /** Whether an address to which an allowed name has resolved may be connected to. */
  allowsAddress(address: string, port: number): boolean
  /** Explains how to allow a host: by a flag of the program, or an option of a mock. */
  advice(host: string): string
}

/** The option that a list comes from: for forwarding requests, or for sending webhooks. */
export type HostsOption = 'allowForward' | 'allowSend'

interface Entry {
  /** A name, `*.` and a name, or `*`, in lower case. `undefined` for addresses. */
  readonly name?: string
  readonly range?: Range
  /** `undefined` for any port. */
  readonly port?: number | undefined
}

/** The addresses whose first `bits` bits are those of `bytes`. */
interface Range {
  readonly bytes: readonly number[]
  readonly bits: number
}

/** Prefixes of IPv4 addresses mapped (RFC 4291, 2.5.5.2) or translated (RFC 6052) to IPv6. */
const mapped: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255],
  [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0],
]

const expected =
  'a host such as api.example.com, *.example.com, localhost:3000 or * for all public ones, or an address such as 10.0.0.5 or 10.0.0.0/8'

/** Throws a `TypeError` for an invalid entry. Entries may be added to the list later. */
export function createAllowedHosts(
  entries: readonly string[],
  option: HostsOption = 'allowForward',
): AllowedHosts {
  let parsed = entries.map(toEntry)

  /** Whether an entry with this port, or without a port, fits. */
  function some(port: number, doesFit: (entry: Entry) => boolean): boolean {
    if (parsed.length < entries.length) parsed = entries.map(toEntry)
    return parsed.some((entry) => (entry.port ?? port) === port && doesFit(entry))
  }

  /** Whether the list contains an address. `localhost` stands for all loopback addresses. */
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

/** Whether a text is a valid entry of a list of allowed hosts. */
export function isAllowedHost(text: string): boolean {
  return parseEntry(text) !== undefined
}

/** Returns the host of a URL, without the brackets of an IPv6 address or a dot at the end. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** Returns the port of a URL. Default: the port of its scheme. */
export function portOf({ protocol, port }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

function isNamed(host: string, name: string): boolean {
  if (name === '*') return host !== 'localhost' && !host.endsWith('.localhost')
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}

/** Parses an entry. An origin is accepted too, because users copy origins. */
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
    // Teredo and 6to4, which contain an IPv4 address too.
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
 * Returns the bytes of an address: 4 for IPv4, even if it is mapped or translated to IPv6, and 16
 * for IPv6. `undefined` for a name.
 */
function bytesOf(address: string): number[] | undefined {
  const [, four] = /^(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address) ?? []
  if (four !== undefined) {
    const bytes = four.split('.').map(Number)
    return bytes.every((byte) => byte < 256) ? bytes : undefined
  }
  // Without the name of an interface, which link-local addresses can have.
  const url = address.includes(':')
    ? parseUrl(`http://[${address.replace(/%.*$/, '')}]`)
    : undefined
  if (!url) return undefined
  const [head = '', tail] = url.hostname.slice(1, -1).split('::')
  const groupsOf = (text = ''): string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const between = Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...between, ...after].map((group) => Number.parseInt(group, 16))
  const bytes = groups.flatMap((group) => [group >> 8, group & 255])
  return mapped.some((prefix) => prefix.every((byte, i) => bytes[i] === byte))
    ? bytes.slice(12)
    : bytes
}
