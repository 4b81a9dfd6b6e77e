import { describeRuntime } from '../lib/describe-runtime.ts'
import { hostInPath, noBrokenResponses, noLengthOfPieces } from '../lib/differences.ts'
import { clientsLeaveUnseen, headersOfWorkers, inWorkerd } from '../lib/workers.ts'

describeRuntime('a Durable Object', inWorkerd('durable-object'), {
  store: 'durable-object',
  differences: [
    noBrokenResponses,
    noLengthOfPieces,
    hostInPath,
    headersOfWorkers,
    clientsLeaveUnseen,
    {
      cases:
        /guard > Host "(\*|\[fe80::1%25eth0\]|\\"localhost\\"|loc%61lhost|local host|localhost, .*|localhost@evil\.example|localhost\\\\)" .* malformed-host$/,
      why: 'A Host that cannot stand in a URL is refused by the runtime, with a 400 of its own.',
    },
  ],
})
