// Damages bytes once or a few times: flips, overwrites, cuts, doubles, inserts or moves them.
import type { Choices } from './choices.ts'

type Damage = (random: Choices, bytes: Buffer, from: number, to: number) => Buffer

export function damage(random: Choices, sound: Buffer): Buffer {
  let bytes = sound
  for (let times = 1 + random.integer(random.oneIn(3) ? 8 : 2); times > 0; times--) {
    const from = random.integer(bytes.length + 1)
    const to = Math.min(bytes.length, from + random.integer(random.oneIn(4) ? bytes.length : 6))
    bytes = random.pick(damages)(random, bytes, from, to)
  }
  return bytes
}

/** Texts that matter to the grammar, or that decoders often handle wrong. */
const splinters = [
  ...[
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '0',
    '-',
    'e',
    '.',
    ' ',
    '\n',
    '\t',
    '\0',
    '\r',
    '/',
  ],
  ...[
    '\\u',
    '\\ud800',
    '\\u0000',
    'null',
    '"data":1,',
    ',"name":"b"',
    '[[[[',
    '"a":{',
    '\ufeff',
    '😀',
  ],
].map((text) => Buffer.from(text))
const rawBytes = ['80', 'ff', 'c0', 'eda080', 'f5', 'efbbbf'].map((hex) => Buffer.from(hex, 'hex'))

const damages: readonly Damage[] = [
  function flip(random, bytes, from) {
    const flipped = Buffer.from(bytes)
    if (from < flipped.length) flipped[from] = (flipped[from] ?? 0) ^ (1 << random.integer(8))
    return flipped
  },
  function overwrite(random, bytes, from) {
    return spliced(bytes, from, from + 1, Buffer.from([random.integer(256)]))
  },
  function remove(_, bytes, from, to) {
    return spliced(bytes, from, to, Buffer.alloc(0))
  },
  function cutOff(_, bytes, from) {
    return bytes.subarray(0, from)
  },
  function double(_, bytes, from, to) {
    return spliced(bytes, from, from, bytes.subarray(from, to))
  },
  function insert(random, bytes, from) {
    return spliced(bytes, from, from, random.pick(splinters))
  },
  function insertRaw(random, bytes, from) {
    return spliced(bytes, from, from, random.pick(rawBytes))
  },
  function move(random, bytes, from, to) {
    const rest = spliced(bytes, from, to, Buffer.alloc(0))
    const at = random.integer(rest.length + 1)
    return spliced(rest, at, at, bytes.subarray(from, to))
  },
]

function spliced(bytes: Buffer, from: number, to: number, between: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), between, bytes.subarray(to)])
}
