// Reports one error to the reporting address: its type and stack, without any user data.

interface Frame {
  readonly filename: string
  readonly function?: string
  readonly lineno: number
  readonly colno: number
  readonly in_app: true
}

/**
 * Sends the error as a Sentry envelope (develop.sentry.dev/sdk/data-model/envelopes), without its
 * message, which may quote user input, and without URLs, which contain hosts and endpoint names.
 */
export function reportError(error: unknown, dsn: string): void {
  const { origin, username, pathname } = new URL(dsn)
  const slash = pathname.lastIndexOf('/')
  const target = `${origin}${pathname.slice(0, slash)}/api/${pathname.slice(slash + 1)}/envelope/`
  const key = new URLSearchParams({ sentry_key: username, sentry_version: '7' })
  const isError = error instanceof Error
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), toHex).join('')
  const event = {
    event_id: id,
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    level: 'error',
    release: `mock-endpoint@${__VERSION__}`,
    exception: {
      values: [
        {
          type: isError ? error.name : 'unknown',
          stacktrace: { frames: isError ? framesOf(error.stack ?? '') : [] },
        },
      ],
    },
  }
  const parts = [{ event_id: id, sent_at: new Date().toISOString() }, { type: 'event' }, event]
  const body = parts.map((part) => JSON.stringify(part)).join('\n')
  // A failed report is ignored, because the user cannot do anything about it.
  fetch(`${target}?${key}`, { method: 'POST', body, keepalive: true }).catch(() => {})
}

/** Parses a stack of Chromium, Firefox or Safari into frames, the outermost first. */
function framesOf(stack: string): readonly Frame[] {
  return stack
    .split('\n')
    .flatMap((line): Frame[] => {
      const [, chromiumName, otherName, file = '', lineno, colno] =
        /^\s*(?:at (?:(.+?) \()?|(.*?)@)(\S+?):(\d+):(\d+)\)?$/.exec(line) ?? []
      const name = chromiumName ?? otherName
      if (lineno === undefined) return []
      return [
        {
          // Only the file name, without the URL that it was loaded from.
          filename: file.slice(file.lastIndexOf('/') + 1).replace(/[?#].*/, ''),
          ...(name ? { function: name } : {}),
          lineno: Number(lineno),
          colno: Number(colno),
          in_app: true,
        },
      ]
    })
    .reverse()
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
