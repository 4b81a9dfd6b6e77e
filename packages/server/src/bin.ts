#!/usr/bin/env node
// The command `mock-endpoint`: hands the process to main().
import { setFlagsFromString } from 'node:v8'
import { main } from './daemon/main.ts'

// Collect before the heap has grown by half: a cache that is always changing leaves much behind.
setFlagsFromString('--heap-growing-percent=50')
process.exitCode = await main({
  argv: process.argv.slice(2),
  env: process.env,
  pid: process.pid,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  events: process,
  exit: (code) => process.exit(code),
})
