// Cuts the text of an event stream into its events (WHATWG HTML, 9.2.6).

/** An event as it was sent. What it does not name is empty. */
export interface StreamEvent {
  readonly event: string
  readonly id: string
  readonly data: string
}

/** Takes the stream piece by piece, and returns the events that each piece completes. */
export function createEventParser(): (piece: string) => StreamEvent[] {
  /** What has come of the last line. */
  let rest = ''
  /** Whether the last piece ended with a CR, which ends a line at once. */
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
    // The second half of CRLF ends no line of its own.
    rest += isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    if (piece !== '') isAfterReturn = piece.endsWith('\r')
    // A long line comes in many pieces: it is read once, at its end.
    if (!/[\r\n]/.test(piece)) return []
    const lines = rest.split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    return lines.flatMap((line) => (line === '' ? endEvent() : takeField(line)))
  }
}
