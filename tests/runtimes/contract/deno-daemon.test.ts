import { contractDaemons } from '../../../packages/server/src/test/contract-daemons.ts'
import { describeRuntime } from '../lib/describe-runtime.ts'
import { deno } from '../lib/runtimes.ts'

describeRuntime('the daemon on Deno', contractDaemons({ runtime: [deno, 'run', '-A'] }))
