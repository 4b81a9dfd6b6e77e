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

/** In milliseconds. */
const untilStopped = 100

/**
 * Reads whenever the process is in the foreground: now, and each time it is continued. Ctrl+Z ends
 * the reading before it stops the process: once that goes on in the background, what was typed ahead
 * would be read before anybody could look.
 */
export function listenToKeys({ terminal, events, press }: KeysOptions): Keys {
  let isListening = false

  /** Whole lines: on Node one, on Bun all that were typed ahead. */
  function take(chunk: Buffer): void {
    const lines = String(chunk).replace(/\r?\n$/, '')
    for (const line of lines.split('\n')) press(line.trim().toLowerCase())
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

  let isOver = false

  function stop(): void {
    end()
    events.off('SIGTSTP', stop)
    // The keyboard is let go of at the end of this turn.
    setImmediate(() => {
      setTimeout(begin, untilStopped).unref()
      terminal.stop()
    })
  }

  /** Also when there was no shell that could stop the process. */
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
