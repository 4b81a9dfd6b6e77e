// Splits the text of an event stream into events (WHATWG HTML, 9.2.6).

/** An event as it was sent. Fields that it does not have are empty. */
export interface StreamEvent {
  readonly event: string
  readonly id: string
  readonly data: string
}

/** Returns a function that takes each piece of the stream and returns the events it completes. */
export function createEventParser(): (piece: string) => StreamEvent[] {
  /** The incomplete last line. */
  let rest = ''
  /** Whether the last piece ended with a CR, which ends a line even before its LF arrives. */
  let isAfterReturn = false
  let event = ''
  let id = ''
  let data: string[] = []

  function endEvent(): StreamEvent[] {
    const ended = data.length > 0 ? [{ event, id, data: data.join('\n') }] : []
    event = id = ''
    data = []
    return ended
  }

  function takeField(line: string): [] {
    const colon = `${line}:`.indexOf(':')
    const value = line.slice(colon + 1).replace(/^ /, '')
    const field = line.slice(0, colon)
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
    return []
  }

  return (piece) => {
    // The LF of a CRLF does not end another line.
    rest += isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    if (piece !== '') isAfterReturn = piece.endsWith('\r')
    // A long line arrives in many pieces. It is read only once, when it is complete.
    if (!/[\r\n]/.test(piece)) return []
    const lines = rest.split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    return lines.flatMap((line) => (line === '' ? endEvent() : takeField(line)))
  }
}
