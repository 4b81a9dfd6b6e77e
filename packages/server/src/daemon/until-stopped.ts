// Ends a running daemon on signals and on uncaught errors.
import { exitCodes } from '../program/exit.ts'
import type { Host } from '../terminal/host.ts'
import type { Reporting } from './reporting.ts'

export interface Stop {
  /** Resolves when the daemon should stop. */
  readonly asked: Promise<void>
  /** Asks the daemon to stop, as a signal does. */
  ask(): void
}

/**
 * Listens to stop signals and uncaught errors. A second signal or call of `ask` ends the process at
 * once, and so does an uncaught error after it was reported.
 */
export function untilStopped(
  host: Host,
  onCrash: (error: unknown) => void,
  reporting?: Reporting,
): Stop {
  let isCrashing = false
  const crash = (error: unknown): void => {
    if (isCrashing) return
    isCrashing = true
    onCrash(error)
    reporting?.report(error)
    void (reporting?.flush() ?? Promise.resolve()).finally(() => host.exit(exitCodes.crash))
  }
  host.events.on('uncaughtException', crash)
  host.events.on('unhandledRejection', crash)
  let isStopping = false
  let resolve = (): void => {}
  const asked = new Promise<void>((done) => {
    resolve = done
  })
  const ask = (): void => {
    if (isStopping) host.exit(exitCodes.crash)
    isStopping = true
    resolve()
  }
  for (const signal of stopSignals(host.platform)) host.events.on(signal, ask)
  return { asked, ask }
}

/**
 * Windows has no SIGTERM. It has SIGBREAK (Ctrl+Break), and SIGHUP when the console is closed,
 * after which the process has ten seconds. Elsewhere we do not listen to SIGHUP, so that it stays
 * ignored where a parent such as nohup ignores it.
 */
function stopSignals(platform: NodeJS.Platform): readonly string[] {
  return platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM']
}
