import { contractDaemons } from '../../../packages/server/src/test/contract-daemons.ts'
import { describeRuntime } from '../lib/describe-runtime.ts'
import { bun } from '../lib/runtimes.ts'

describeRuntime('the daemon on Bun', contractDaemons({ runtime: [bun] }))
