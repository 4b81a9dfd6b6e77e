import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { paint } from '../terminal/request-line.ts'
import { freshFolder } from '../test/daemon.ts'
import { programOf } from '../test/program.ts'
import { printed } from './run-command.ts'

test.each([
  ['\u009b31mred', '\\u009b31mred'],
  ['\u202egnp.exe\u2069', '\\u202egnp.exe\\u2069'],
  ['a\u2028b\u2029c\ufeff\u007f', 'a\\u2028b\\u2029c\\ufeff\\u007f'],
  ['\u{e0001}', '\\udb40\\udc01'],
  ['\u001b[2J\u0007', '\\u001b[2J\\u0007'],
  ['{"a": 1,\r"b":\t2}\r\n', '{"a": 1,\n"b":\t2}\n'],
  ['日本 é 👍', '日本 é 👍'],
])('%j is printed as %j', (line, expected) => {
  expect(printed(line, false)).toBe(expected)
  expect(printed(line, true)).toBe(expected)
})

test('colours are printed if they are on, and escaped otherwise', () => {
  const line = paint('green', 'running', true)
  expect(printed(line, true)).toBe(line)
  expect(printed(line, false)).toBe('\\u001b[32mrunning\\u001b[39m')
})

test.skipIf(!existsSync('/dev/full'))('a command whose output is lost ends with 2', async () => {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  const full = await open('/dev/full', 'w')
  onTestFinished(() => full.close())
  const [program, args] = programOf(['ca', '--json'])
  const child = spawn(program, args, { cwd: path, stdio: ['ignore', full.fd, 'pipe'] })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  expect(await once(child, 'close')).toEqual([2, null])
  expect(said).toBe('mock-endpoint: The output cannot be written (ENOSPC).\n')
})

test('printed JSON keeps its value', () => {
  const property = fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
    expect(JSON.parse(printed(text, false))).toEqual(JSON.parse(text))
  })
  fc.assert(property)
})
