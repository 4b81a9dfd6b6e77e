// Keys that are pressed while the daemon runs. The terminal hands them over one by one (raw mode)
// and then no longer makes signals of Ctrl+C and the like, so this does.
import type { EventEmitter } from 'node:events'
import type { Terminal } from './terminal.ts'

export interface KeysOptions {
  readonly terminal: Terminal
  /** Emits the signals to the process. */
  readonly events: Pick<EventEmitter, 'on' | 'off'>
  /** Takes each key, in lower case. */
  readonly press: (key: string) => void
}

export interface Keys {
  /** Whether keys are read; not while the process is in the background. */
  isListening(): boolean
  /** Leaves the terminal as it was. May be called twice. */
  close(): void
}

/** What a terminal makes of control characters. */
const signals: Readonly<Record<string, NodeJS.Signals>> = {
  '\u0003': 'SIGINT',
  '\u001a': 'SIGTSTP',
  '\u001c': 'SIGQUIT',
}

/** Those that stop or end the process at once, when nobody listens. */
const halting = ['SIGTSTP', 'SIGQUIT', 'SIGHUP'] as const

/** Reads keys whenever the process is in the foreground: now, and each time it is continued. */
export function listenToKeys({ terminal, events, press }: KeysOptions): Keys {
  let isListening = false

  function begin(): void {
    if (isListening || !terminal.isForeground()) return
    isListening = true
    const { keyboard } = terminal
    // The listener stays when reading ends: setting the mode may fail then.
    keyboard.off('error', end).on('error', end)
    // A shell may have changed the mode while the process was stopped, and Node would not notice.
    keyboard.setRawMode(false)
    keyboard.setRawMode(true)
    keyboard.on('data', take).resume()
  }

  function end(): void {
    if (!isListening) return
    isListening = false
    const { keyboard } = terminal
    keyboard.off('data', take).pause()
    if (terminal.isForeground()) keyboard.setRawMode(false)
  }

  function take(chunk: Buffer): void {
    const typed = chunk.toString('latin1')
    for (const character of typed) {
      const signal = signals[character]
      if (signal) send(signal)
    }
    // Several at once are pasted text, or a key such as an arrow.
    if (typed.length === 1) press(typed.toLowerCase())
  }

  function send(signal: NodeJS.Signals): void {
    if (signal !== 'SIGINT') {
      if (!terminal.hasJobs) return
      end()
    }
    terminal.signalGroup(signal)
  }

  function restart(): void {
    end()
    begin()
  }

  const listeners = halting.map((signal) => {
    const halt = (): void => {
      end()
      events.off(signal, halt)
      terminal.signalSelf(signal)
      // It was stopped, and is continued.
      events.on(signal, halt)
      begin()
    }
    return [signal, halt] as const
  })
  const handled = terminal.hasJobs ? [...listeners, ['SIGCONT', restart] as const] : []
  for (const [signal, listener] of handled) events.on(signal, listener)
  begin()
  return {
    isListening: () => isListening,
    close() {
      for (const [signal, listener] of handled) events.off(signal, listener)
      end()
    },
  }
}
