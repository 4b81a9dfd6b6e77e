#!/usr/bin/env node
// The command `mock-endpoint`: hands the process to main().
import { main } from './daemon/main.ts'

process.exitCode = await main({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  events: process,
  exit: (code) => process.exit(code),
})
