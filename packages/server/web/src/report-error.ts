// One error to the reporting address: its kind and its stack, and nothing of the user's data.
import {
  BrowserClient,
  defaultStackParser,
  makeFetchTransport,
  type StackFrame,
} from '@sentry/browser'

let client: BrowserClient | undefined

/** Messages may quote what was typed, and addresses name hosts and endpoints: neither is sent. */
export function reportError(error: unknown, dsn: string): void {
  client ??= new BrowserClient({
    dsn,
    release: `mock-endpoint@${__VERSION__}`,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
  })
  const isError = error instanceof Error
  const frames = isError ? defaultStackParser(error.stack ?? '') : []
  client.captureEvent({
    platform: 'javascript',
    level: 'error',
    exception: {
      values: [
        { type: isError ? error.name : 'unknown', stacktrace: { frames: frames.map(bare) } },
      ],
    },
  })
}

/** The file's own name, without where it was loaded from. */
function bare({ filename = '', function: name, lineno, colno }: StackFrame): StackFrame {
  return {
    filename: filename.slice(filename.lastIndexOf('/') + 1).replace(/[?#].*/, ''),
    ...(name !== undefined && { function: name }),
    ...(lineno !== undefined && { lineno }),
    ...(colno !== undefined && { colno }),
  }
}
