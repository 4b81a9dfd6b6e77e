import { bun } from '../lib/runtimes.ts'
import { describeDaemon } from './describe-daemon.ts'
import { onBun } from './differences.ts'

describeDaemon('the daemon on Bun', [bun], onBun)
