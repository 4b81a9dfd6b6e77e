// The commands in docs/index.md print the output that the page shows.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startDaemon } from './daemon.ts'

const page = readFileSync(new URL('../../../../docs/index.md', import.meta.url), 'utf8')
const bin = fileURLToPath(new URL('../../dist/bin.js', import.meta.url))
const steps = [...page.matchAll(/^```sh\n((?:(?!```).*\n)*)```\n\n```text\n([\s\S]*?)^```$/gm)]

test('the commands in docs/index.md print the output that the page shows', async () => {
  const daemon = await startDaemon({ cwd: tmpdir(), args: ['--memory'] })
  const port = new URL(daemon.url).port
  const env = { ...process.env, MOCK_ENDPOINT_PORT: port }
  const printed: string[] = []
  for (const [, commands = ''] of steps) {
    const script = `mock-endpoint() { node '${bin}' "$@"; }
      curl() { command curl -sS "$@"; case "$*" in *-o*) ;; *) echo ;; esac; }
      ${commands}`
    const own = script.replaceAll('16540', port)
    const { stdout } = await promisify(execFile)('bash', ['-c', own], { env })
    printed.push(stdout.replaceAll(port, '16540'))
  }
  await daemon.stop()
  expect(steps.length).toBeGreaterThan(4)
  expect(printed.map(withoutTimes)).toEqual(steps.map(([, , text = '']) => withoutTimes(text)))
})

function withoutTimes(text: string): string {
  return text.replace(/\d\d:\d\d:\d\d/g, 'HH:MM:SS').replace(/[\d.]+ ms/g, 'N ms')
}
