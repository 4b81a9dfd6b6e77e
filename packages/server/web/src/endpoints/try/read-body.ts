// Reads the body of a response as far as it can be shown. It may be huge, endless, or not text.

export interface BodyRead {
  /** `undefined` if it is not text. */
  readonly text: string | undefined
  readonly bytes: number
  /** Why the body is incomplete. */
  readonly cut?: string
}

export interface TryResponse extends BodyRead {
  readonly statusCode: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly milliseconds: number
}

const most = 16 * 1024 * 1024

/** Reads a body. If the signal aborts, resolves to what has arrived, or rejects if nothing has. */
export async function readBody(response: Response, signal: AbortSignal): Promise<BodyRead> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let cut: string | undefined
  const reader = response.body?.getReader()
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      parts.push(next.value)
      bytes += next.value.length
      if (bytes > most) {
        cut = 'Longer than 16 MB: the rest was not read.'
        await reader?.cancel()
        break
      }
    }
  } catch (error) {
    if (!signal.aborted) cut = 'The connection was closed before the response was whole.'
    else if (bytes === 0) throw error
    else cut = 'You stopped it here.'
  }
  return { text: await toText(parts), bytes, ...(cut !== undefined && { cut }) }
}

async function toText(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<string | undefined> {
  const all = await new Blob([...parts]).arrayBuffer()
  try {
    // A body that was cut off may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(all, { stream: true })
  } catch {
    return undefined
  }
}
