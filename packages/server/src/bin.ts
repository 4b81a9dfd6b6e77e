#!/usr/bin/env node

// The command `mock-endpoint`: hands the process to main().

import { main } from './cli/main.ts'
import { tuneHeap } from './program/heap.ts'
import { findOutput } from './terminal/stdout.ts'
import { findTerminal } from './terminal/terminal.ts'

tuneHeap()
const stdout = findOutput()
process.exitCode = await main({
  argv: process.argv.slice(2),
  env: process.env,
  platform: process.platform,
  pid: process.pid,
  cwd: process.cwd(),
  terminal: findTerminal(),
  get stdin() {
    return process.stdin
  },
  stdout,
  stderr: process.stderr,
  events: process,
  exit: (code) => process.exit(code),
})
// On Deno, reading stdin keeps the process alive until the input ends, even if it is not needed.
if ('Deno' in globalThis) stdout.write('', () => process.exit())
