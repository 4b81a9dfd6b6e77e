// What ends a daemon that serves: signals, and errors that nobody caught.
import { exitCodes } from '../program/exit.ts'
import type { Host } from '../terminal/host.ts'
import type { Reporting } from './reporting.ts'

export interface Stop {
  /** Resolves when the daemon is to stop. */
  readonly asked: Promise<void>
  /** Asks it to, as a signal does. */
  ask(): void
}

/** A second request ends the process at once; so does, once reported, an error nobody caught. */
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
 * Windows has no SIGTERM. It has SIGBREAK (Ctrl+Break), and SIGHUP when the console is closed; the
 * process then has ten seconds. Elsewhere SIGHUP is left to whoever ignores it, as nohup does.
 */
function stopSignals(platform: NodeJS.Platform): readonly string[] {
  return platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM']
}
