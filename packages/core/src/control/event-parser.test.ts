import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEventParser, type StreamEvent } from './event-parser.ts'

function parse(pieces: readonly string[]): StreamEvent[] {
  const take = createEventParser()
  return pieces.flatMap((piece) => take(piece))
}

/** Parses the pieces with another library, for comparison. */
function parseElsewhere(pieces: readonly string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ event = '', id = '', data }) => events.push({ event, id, data }),
  })
  for (const piece of pieces) parser.feed(piece)
  return events
}

const token = fc.constantFrom(
  ...['\r', '\n', '\r\n', ':', ' ', '\0', 'data', 'event', 'id', 'retry', 'x', '{}', '\u2028'],
)
const piece = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''))

describe('the event parser', () => {
  test('any text gives the same events as in eventsource-parser, however it is split', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (begun) => {
        // The other parser waits for the character after a CR, and fails if the next piece has it.
        const pieces = [...begun, ':']
        expect(parse(pieces)).toEqual(parseElsewhere([pieces.join('')]))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a CR ends a line at once, and a following LF does not end another', () => {
    const event = { event: '', id: '', data: 'a' }
    expect(parse(['data: a\r\r'])).toEqual([event])
    expect(parse(['data: a\r\n\r'])).toEqual([event])
    expect(parse(['data: a\r', '\ndata: b\r', '', '\n\r\n'])).toEqual([{ ...event, data: 'a\nb' }])
  })

  test('the data lines of an event are joined with LF, and unknown fields are left out', () => {
    const text = ': hello\nretry: 1\nevent: request\nid: 7\ndata: a\ndata\ndata:  b\nlater: c\n\n'
    expect(parse([text])).toEqual([{ event: 'request', id: '7', data: 'a\n\n b' }])
  })

  test('a long line that arrives in many pieces is one event', () => {
    const long = 'x'.repeat(200_000)
    const pieces = [...(`data: ${long}\r\n\r\n`.match(/[\s\S]{1,16}/g) ?? [])]
    expect(parse(pieces)).toEqual([{ event: '', id: '', data: long }])
  })
})
