import { contractDaemons } from '../../../packages/server/src/test/contract-daemons.ts'
import { describeRuntime } from '../lib/describe-runtime.ts'
import { node } from '../lib/runtimes.ts'

describeRuntime('Node 22', contractDaemons({ runtime: [node(22)] }))
