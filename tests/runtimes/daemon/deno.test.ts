import { deno } from '../lib/runtimes.ts'
import { describeDaemon } from './describe-daemon.ts'
import { onDeno } from './differences.ts'

describeDaemon('the daemon on Deno', [deno, 'run', '-A'], onDeno)
