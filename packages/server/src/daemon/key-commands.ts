// The commands of letters typed in the terminal, and their descriptions.

export interface KeyCommands {
  /** A description of the commands in one line. */
  readonly summary: string
  /** Runs the command of a letter, if it has one. */
  press(key: string): void
}

export interface KeyActions {
  readonly openWeb: () => void
  readonly clearJournal: () => void
  readonly quit: () => void
  /** Prints a line for the user. */
  readonly say: (line: string) => void
}

interface KeyCommand {
  readonly keys: readonly [string, ...string[]]
  readonly does: string
  readonly run: () => void
}

export function createKeyCommands(actions: KeyActions): KeyCommands {
  const { openWeb, clearJournal, quit, say } = actions
  const list = (): void => {
    for (const { keys, does } of commands) say(`  ${keys.join(', ').padEnd(7)}${does}`)
  }
  const commands: readonly KeyCommand[] = [
    { keys: ['o'], does: 'opens the web UI', run: openWeb },
    { keys: ['c'], does: 'clears the requests', run: clearJournal },
    { keys: ['q'], does: 'quits', run: quit },
    { keys: ['?', 'h'], does: 'lists the letters', run: list },
  ]
  return {
    summary: `${commands.map(({ keys: [key], does }) => `${key} ${does}`).join(', ')} (then Enter)`,
    press: (key) => commands.find(({ keys }) => keys.includes(key))?.run(),
  }
}
