import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEventParser, type StreamEvent } from './event-parser.ts'

function parse(pieces: readonly string[]): StreamEvent[] {
  const take = createEventParser()
  return pieces.flatMap((piece) => take(piece))
}

/** What a parser of somebody else makes of it. */
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

describe('an event stream', () => {
  test('is cut as another parser cuts it, whatever it holds and wherever it is broken off', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (begun) => {
        // The other one waits for what comes behind a CR, and errs when it comes in another piece.
        const pieces = [...begun, ':']
        expect(parse(pieces)).toEqual(parseElsewhere([pieces.join('')]))
      }),
      { numRuns: 2_000 },
    )
  })

  test('ends a line at a CR, whatever comes then', () => {
    const event = { event: '', id: '', data: 'a' }
    expect(parse(['data: a\r\r'])).toEqual([event])
    expect(parse(['data: a\r\n\r'])).toEqual([event])
    expect(parse(['data: a\r', '\ndata: b\r', '', '\n\r\n'])).toEqual([{ ...event, data: 'a\nb' }])
  })

  test('gives the lines of one event in one text, and leaves out fields it does not know', () => {
    const text = ': hello\nretry: 1\nevent: request\nid: 7\ndata: a\ndata\ndata:  b\nlater: c\n\n'
    expect(parse([text])).toEqual([{ event: 'request', id: '7', data: 'a\n\n b' }])
  })

  test('waits for the end of a line that comes in many pieces', () => {
    const long = 'x'.repeat(200_000)
    const pieces = [...(`data: ${long}\r\n\r\n`.match(/[\s\S]{1,16}/g) ?? [])]
    expect(parse(pieces)).toEqual([{ event: '', id: '', data: long }])
  })
})
