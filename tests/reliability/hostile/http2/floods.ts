// Floods of frames that cost a server more than the client.
import {
  block,
  errors,
  flags,
  frame,
  number,
  request,
  setting,
} from '../../../../packages/server/src/test/http2-frames.ts'
import { post } from './cases.ts'

interface Flood {
  readonly what: string
  readonly sent: readonly (Buffer | string)[]
}

const many = 20_000

function times(count: number, make: (index: number) => readonly Buffer[]): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => make(index)).flat())
}

const id = (index: number): number => 2 * index + 1

export const floods: readonly Flood[] = [
  { what: 'PING', sent: [times(many, () => [frame('ping', 0, Buffer.alloc(8))])] },
  { what: 'SETTINGS', sent: [times(many, () => [frame('settings', 0, setting(4, 65_535))])] },
  { what: 'WINDOW_UPDATE', sent: [times(many, () => [frame('windowUpdate', 0, number(1))])] },
  { what: 'frames of an unknown type', sent: [times(many, () => [frame('unknown', 0)])] },
  {
    what: 'PRIORITY',
    sent: [times(many, (i) => [frame('priority', id(i), Buffer.from([0, 0, 0, 0, 1]))])],
  },
  {
    what: 'requests that are reset at once (CVE-2023-44487)',
    sent: [times(many, (i) => [request(id(i)), frame('rstStream', id(i), number(errors.cancel))])],
  },
  {
    what: 'requests that are malformed',
    sent: [times(many, (i) => [request(id(i), [[':method', 'GET']])])],
  },
  {
    what: 'headers without an end (CVE-2024-27316)',
    sent: [
      request(1, [], flags.endStream),
      times(many, () => [frame('continuation', 1, block([['x-a', 'a'.repeat(1000)]]))]),
    ],
  },
  {
    what: 'parts of headers that are empty',
    sent: [request(1, [], flags.endStream), times(many, () => [frame('continuation', 1)])],
  },
  {
    what: 'parts of a body that are empty',
    sent: [post(1), times(many, () => [frame('data', 1)])],
  },
  {
    what: 'parts of a body that are one byte',
    sent: [post(1), times(many, () => [frame('data', 1, Buffer.of(1))])],
  },
  {
    what: 'more than a thousand requests at once',
    sent: [times(3000, (i) => [post(id(i))])],
  },
  {
    what: 'requests whose responses nobody may send',
    sent: [frame('settings', 0, setting(4, 0)), times(1000, (i) => [request(id(i))])],
  },
  {
    what: 'a header that is indexed a million times',
    sent: [request(1, [], flags.endStream), ...indexed()],
  },
]

/** Adds a long header to the table, which each further byte repeats (RFC 7541, 6.1 and 6.2.1). */
function indexed(): readonly Buffer[] {
  const literal = Buffer.concat([Buffer.of(0x40), block([['x-a', 'a'.repeat(3000)]]).subarray(1)])
  const again = frame('continuation', 1, Buffer.alloc(16_000, 0xbe))
  return [frame('continuation', 1, literal), ...Array.from({ length: 64 }, () => again)]
}
