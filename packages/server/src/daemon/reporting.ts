// Error reports to SERVER_REPORTING_DSN. They are built here, member by member, from the type and
// code of the error, its stack (functions and file names), the route and the method. They contain
// no other part of a request, and no message, because messages quote user data.
import { basename } from 'node:path'
import { codeOf, type ErrorContext } from '@mock-endpoint/core'
import type { ErrorEvent, Exception, StackFrame } from '@sentry/node'
import { version } from '../program/build.ts'
import { ExitError, exitCodes } from '../program/exit.ts'

export interface Reporting {
  report(error: unknown, context?: ErrorContext): void
  /** Resolves when all reports have been sent, or after two seconds. */
  flush(): Promise<void>
}

const patience = 2000

/** Loads the reporting client. Call it only with a DSN, because loading takes about 350 ms. */
export async function startReporting(dsn: string): Promise<Reporting> {
  const sentry = await import('@sentry/node').catch((cause) => {
    const message =
      'SERVER_REPORTING_DSN is set, but @sentry/node is not installed: npm install @sentry/node, or unset it.'
    throw new ExitError(exitCodes.badSetting, message, { cause })
  })
  const client = new sentry.NodeClient({
    dsn,
    release: `mock-endpoint@${version}`,
    integrations: [],
    transport: sentry.makeNodeTransport,
    stackParser: sentry.defaultStackParser,
    sendClientReports: false,
    includeServerName: false,
    beforeSend: (event, { originalException }) => onlyWhatIsOurs(event, originalException),
  })
  client.init()
  return {
    report(error, context) {
      const scope = new sentry.Scope()
      if (context) scope.setTags({ route: context.route, method: context.method })
      client.captureException(error, undefined, scope)
    },
    flush: async () => {
      await client.flush(patience)
    },
  }
}

function onlyWhatIsOurs(event: ErrorEvent, error: unknown): ErrorEvent {
  const code = codeOf(error)
  const values = (event.exception?.values ?? []).map(onlyTypeAndStack)
  const { event_id, timestamp, platform, level, release, tags } = event
  const ours = { event_id, timestamp, platform, level, release }
  return { ...ours, tags: { ...tags, code }, exception: { values }, type: undefined } as ErrorEvent
}

function onlyTypeAndStack({ type, stacktrace }: Exception): Exception {
  const frames = stacktrace?.frames?.map(withoutPath) ?? []
  return { type: type ?? 'Error', value: 'The message is withheld.', stacktrace: { frames } }
}

function withoutPath({
  function: name,
  filename = '',
  lineno,
  colno,
  in_app,
}: StackFrame): StackFrame {
  const file = filename.startsWith('node:') ? filename : basename(filename)
  return { function: name, filename: file, lineno, colno, in_app } as StackFrame
}
