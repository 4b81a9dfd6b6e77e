import { describeRuntime } from '../lib/describe-runtime.ts'
import { hostInPath, noBrokenResponses, noLengthOfPieces } from '../lib/differences.ts'
import { clientsLeaveUnseen, headersOfWorkers, inWorkerd } from '../lib/workers.ts'

describeRuntime('a Worker', inWorkerd('worker'), {
  differences: [
    noBrokenResponses,
    noLengthOfPieces,
    hostInPath,
    headersOfWorkers,
    clientsLeaveUnseen,
    {
      cases: /responses > that were held|journal, read > who waits is answered when/,
      why: 'One request cannot be relied on to wake another, which waits or is held: use a Durable Object.',
      isByChance: true,
    },
    {
      cases:
        /reset > with the body .* the responses that are delayed|journal > a reset ends the delays/,
      why: 'One request cannot end the delay of another: use a Durable Object.',
    },
  ],
})
