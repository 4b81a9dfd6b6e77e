// Reads letters typed while the daemon runs, each followed by Enter. The mode of the terminal is
// not changed, so Ctrl+C and Ctrl+Z work as usual.
import type { EventEmitter } from 'node:events'
import type { Terminal } from './terminal.ts'

export interface KeysOptions {
  readonly terminal: Terminal
  /** Emits the signals that the process receives. */
  readonly events: Pick<EventEmitter, 'on' | 'off'>
  /** Takes each line, in lower case. */
  readonly press: (line: string) => void
}

export interface Keys {
  /** Whether lines are read. False while the process is in the background. */
  isListening(): boolean
  /** May be called twice. */
  close(): void
}

/** Milliseconds after Ctrl+Z until lines are read again, unless the process is stopped by then. */
const untilStopped = 100

/**
 * Reads lines while the process is in the foreground, now and each time it is continued. Ctrl+Z
 * ends reading before it stops the process. Otherwise, a process that continues in the background
 * would read lines typed ahead before it could check where it runs.
 */
export function listenToKeys({ terminal, events, press }: KeysOptions): Keys {
  let isListening = false

  /** Takes whole lines: one on Node, and all lines that were typed ahead on Bun. */
  function take(chunk: Buffer): void {
    const lines = String(chunk).replace(/\r?\n$/, '')
    for (const line of lines.split('\n')) press(line.trim().toLowerCase())
  }

  function end(): void {
    if (!isListening) return
    isListening = false
    terminal.keyboard.off('data', take).pause()
  }

  /** Starts or ends reading, because the system stops a process that reads in the background. */
  function look(): void {
    if (!terminal.isForeground()) end()
    else if (!isListening) {
      isListening = true
      terminal.keyboard.off('error', end).on('error', end).on('data', take).resume()
    }
  }

  let isOver = false

  function stop(): void {
    end()
    events.off('SIGTSTP', stop)
    // Reading ends only at the end of this turn of the event loop.
    setImmediate(() => {
      setTimeout(begin, untilStopped).unref()
      terminal.stop()
    })
  }

  /** Listens to Ctrl+Z, and reads. Also runs after Ctrl+Z if no shell could stop the process. */
  function begin(): void {
    if (isOver) return
    if (terminal.hasJobs) events.on('SIGTSTP', stop)
    look()
  }

  if (terminal.hasJobs) events.on('SIGCONT', look)
  begin()
  return {
    isListening: () => isListening,
    close() {
      isOver = true
      events.off('SIGTSTP', stop).off('SIGCONT', look)
      end()
    },
  }
}
