// A shell on its own terminal, where tests type and read as a person would.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freshFolder } from './daemon.ts'
import { programOf } from './program.ts'

export interface TerminalShell {
  /** The working folder, which the shell starts in. */
  readonly folder: string
  /** Types text. `\u0003` is Ctrl+C. */
  type(text: string): void
  /** Types a line that starts the built daemon, and resolves to its address once it listens. */
  start(flags?: string): Promise<string>
  /** Resolves to the first match in the unread output, and skips all output before it. */
  shows(pattern: RegExp): Promise<RegExpExecArray>
  /** The id of the daemon's process. */
  pid(): Promise<number>
  /** The addresses that were opened in a browser. */
  opened(): Promise<string[]>
}

/** Whether the programs that open terminals are installed. */
export function hasTerminals(): boolean {
  return [
    ['script', '--version'],
    ['bash', '--version'],
  ].every(([program = '', flag = '']) => spawnSync(program, [flag]).status === 0)
}

const opener = '#!/bin/sh\necho "$1" >> "$OPENED"\nexit $OPENER_CODE\n'
const daemon = '#!/bin/sh\necho $$ > "$PID_FILE"\nexec $PROGRAM "$@"\n'
/** Opens a terminal until the test has finished. `mock-endpoint` and `xdg-open` are on its PATH. */
export async function openTerminal(env: Record<string, string> = {}): Promise<TerminalShell> {
  const { path: folder, remove } = await freshFolder()
  const programs = { 'xdg-open': opener, 'mock-endpoint': daemon }
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), text)
    await chmod(join(folder, name), 0o755)
  }
  const [command, args] = programOf([])
  const [pidFile, openedFile] = [join(folder, 'pid'), join(folder, 'opened')]
  const child = spawn('script', ['-qefc', 'exec dash -i', '/dev/null'], {
    cwd: folder,
    env: {
      ...{ HOME: folder, PS1: '$ ', TERM: 'dumb', NO_COLOR: '1', SHELL: '/bin/sh' },
      ...{
        OPENER_CODE: '0',
        PROGRAM: [command, ...args].join(' '),
        PID_FILE: pidFile,
        OPENED: openedFile,
      },
      PATH: `${folder}${delimiter}${process.env['PATH']}`,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  let unread = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    unread += text
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await pid()
      .then((id) => process.kill(id, 'SIGKILL'))
      .catch(() => {})
    await remove()
  })

  const pid = async (): Promise<number> => Number(await readFile(pidFile, 'utf8'))
  async function shows(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(unread)
      if (found) {
        unread = unread.slice(found.index + found[0].length)
        return found
      }
      const patience = AbortSignal.timeout(10_000)
      await once(child.stdout, 'data', { signal: patience }).catch(() => {
        throw new Error(`The terminal does not show ${pattern}, but:\n${unread}`)
      })
    }
  }

  return {
    folder,
    type: (text) => void child.stdin.write(text),
    async start(flags = '') {
      child.stdin.write(`mock-endpoint --memory --port 0 ${flags}\n`)
      const [, url = ''] = await shows(/Web UI +(http:\S+)[\s\S]*?(?:Keys|Stop) /)
      return url
    },
    shows,
    pid,
    opened: async () => (await readFile(openedFile, 'utf8')).trim().split('\n'),
  }
}
