// Letters that somebody types while the daemon runs, each with Enter: the terminal stays in the mode
// that it is in, and does what it always does with Ctrl+C and Ctrl+Z.
import type { EventEmitter } from 'node:events'
import type { Terminal } from './terminal.ts'

export interface KeysOptions {
  readonly terminal: Terminal
  /** Emits the signals to the process. */
  readonly events: Pick<EventEmitter, 'on' | 'off'>
  /** Takes each line, in lower case. */
  readonly press: (line: string) => void
}

export interface Keys {
  /** Whether lines are read; not while the process is in the background. */
  isListening(): boolean
  /** May be called twice. */
  close(): void
}

/** Reads whenever the process is in the foreground: now, and each time it is continued. */
export function listenToKeys({ terminal, events, press }: KeysOptions): Keys {
  let isListening = false

  function take(chunk: Buffer): void {
    press(String(chunk).trim().toLowerCase())
  }

  function end(): void {
    if (!isListening) return
    isListening = false
    terminal.keyboard.off('data', take).pause()
  }

  /** The system stops a process that reads in the background. */
  function look(): void {
    if (!terminal.isForeground()) end()
    else if (!isListening) {
      isListening = true
      terminal.keyboard.off('error', end).on('error', end).on('data', take).resume()
    }
  }

  if (terminal.hasJobs) events.on('SIGCONT', look)
  look()
  return {
    isListening: () => isListening,
    close() {
      events.off('SIGCONT', look)
      end()
    },
  }
}
