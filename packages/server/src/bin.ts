#!/usr/bin/env node
// The command `mock-endpoint`: hands the process to main().

import { tuneHeap } from './daemon/heap.ts'
import { main } from './daemon/main.ts'
import { findTerminal } from './daemon/terminal/terminal.ts'

tuneHeap()
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
  stdout: process.stdout,
  stderr: process.stderr,
  events: process,
  exit: (code) => process.exit(code),
})
