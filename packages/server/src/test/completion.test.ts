// Completion in bash, zsh and fish, tested in the shells themselves.
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { freshFolder, startDaemonInMemory } from './daemon.ts'
import { programOf } from './program.ts'

let daemon: Awaited<ReturnType<typeof startDaemonInMemory>>
let folder: Awaited<ReturnType<typeof freshFolder>>

/** A name that completion must not run. */
const evil = '$(touch evil)'

beforeAll(async () => {
  daemon = await startDaemonInMemory()
  folder = await freshFolder()
  const [command, args] = programOf([])
  const program = `#!/bin/sh\nexec ${[command, ...args].join(' ')} "$@"\n`
  await writeFile(join(folder.path, 'mock-endpoint'), program, { mode: 0o755 })
  const env = { MOCK_ENDPOINT_URL: daemon.url }
  for (const name of ['orders', 'orders two', evil]) {
    await runCommand(['add', name, '1'], { cwd: folder.path, env })
  }
})
afterAll(async () => {
  await daemon.stop()
  await folder.remove()
})

/**
 * Prints what each shell completes for the words in its arguments, one per line. `$COMPLETION` has
 * the output of `mock-endpoint completion`.
 */
const scripts: Readonly<Record<string, readonly string[]>> = {
  bash: [
    '-c',
    `source "$COMPLETION"
COMP_WORDS=("$@") COMP_CWORD=$(($#-1)); _mock_endpoint; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
  ],
  // compadd works only in the line editor of zsh.
  zsh: [
    '-f',
    '-c',
    `compdef() { : }; compadd() { shift; print -rl -- "$@"; }; _files() { print -rl -- *(N); }
source "$COMPLETION"; words=("$@") CURRENT=$#; _mock_endpoint`,
    'zsh',
  ],
  fish: ['-c', 'source $COMPLETION; complete -C "$argv"'],
}

function isThere(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).status === 0
}

describe.each(Object.entries(scripts))('%s', (shell, script) => {
  let completion: string

  beforeAll(async () => {
    const { path, remove } = await freshFolder()
    completion = join(path, shell)
    const { stdout } = await runCommand(['completion', shell], { cwd: path })
    await writeFile(completion, stdout)
    return remove
  })

  async function complete(...words: readonly string[]): Promise<string[]> {
    const env = {
      PATH: `${folder.path}:${process.env['PATH']}`,
      MOCK_ENDPOINT_URL: daemon.url,
      COMPLETION: completion,
    }
    const args = [...script, ...words]
    const { stdout } = await promisify(execFile)(shell, args, { cwd: folder.path, env })
    // fish adds a description after a tab.
    return stdout.split('\n').map((line) => line.split('\t', 1)[0] ?? '')
  }

  test.skipIf(!isThere(shell))(
    'the shell completes commands, flags and names of endpoints',
    async () => {
      expect(await complete('mock-endpoint', 'r')).toEqual(
        expect.arrayContaining(['remove', 'reset', 'rule', 'requests', 'repair']),
      )
      expect(await complete('mock-endpoint', 'rule', '')).toEqual(
        expect.arrayContaining(['add', 'get', 'list', 'remove', 'clear']),
      )
      expect(await complete('mock-endpoint', 'wait', 'orders', '--t')).toContain('--timeout')
      const names = await complete('mock-endpoint', 'get', 'o')
      expect(names).toContain('orders')
      expect(names.map((name) => name.replace('\\ ', ' '))).toContain('orders two')
      await complete('mock-endpoint', 'get', '')
      await complete('mock-endpoint', 'remove', '$')
      expect(spawnSync('ls', [folder.path]).stdout.toString()).toBe('mock-endpoint\n')
    },
  )

  test.skipIf(!isThere(shell))(
    'the shell completes after aliases and in groups, and files where they are arguments',
    async () => {
      expect(await complete('mock-endpoint', 'rm', 'o')).toContain('orders')
      expect(await complete('mock-endpoint', 's')).toContain('serve')
      expect(await complete('mock-endpoint', 'completion', '')).toEqual(
        expect.arrayContaining(['bash', 'zsh', 'fish']),
      )
      expect(await complete('mock-endpoint', 'import', 'har', 'x', '--na')).toContain('--name')
      expect(await complete('mock-endpoint', 'import', '')).toEqual(
        expect.arrayContaining(['har', 'openapi', 'mock-endpoint']),
      )
      for (const words of [[], ['serve'], ['--watch'], ['export'], ['import', 'har']]) {
        expect(await complete('mock-endpoint', ...words, 'm')).toContain('mock-endpoint')
      }
      const ids = await complete('mock-endpoint', 'rule', 'remove', '')
      expect(ids.filter((word) => word !== '')).toEqual([])
      expect(await complete('mock-endpoint', 'rule', 'clear', '')).not.toContain('requests')
      expect(await complete('mock-endpoint', 'get', '')).not.toContain('mock-endpoint')
      expect(await complete('mock-endpoint', 'get', '')).not.toContain('--json')
    },
  )
})

test('completion for any other shell is refused', async () => {
  expect(await runCommand(['completion', 'csh'], { cwd: folder.path })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'mock-endpoint: Only bash, zsh, fish have completion.\n',
  })
})
