// One error to the reporting address: its kind and its stack, and nothing of the user's data.

interface Frame {
  readonly filename: string
  readonly function?: string
  readonly lineno: number
  readonly colno: number
  readonly in_app: true
}

/**
 * Sends it as an envelope of Sentry (develop.sentry.dev/sdk/data-model/envelopes). Messages may quote
 * what was typed, and addresses name hosts and endpoints: neither is sent.
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
  // Nobody is helped by hearing that the report failed too.
  fetch(`${target}?${key}`, { method: 'POST', body, keepalive: true }).catch(() => {})
}

/** The frames of a stack as Chromium, Firefox and Safari write it, the outermost first. */
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
          // The file's own name, without where it was loaded from.
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
