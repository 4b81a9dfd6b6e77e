import { describeRuntime } from '../lib/describe-runtime.ts'
import { hostInPath, noBrokenResponses } from '../lib/differences.ts'
import { onDeno } from '../lib/programs.ts'

describeRuntime('Deno', onDeno(), {
  differences: [
    noBrokenResponses,
    hostInPath,
    {
      cases:
        /mock plane > 205 with data|rules > pieces are not sent with a status that has no body/,
      why: 'A 205 is sent without `Content-Length: 0`, which Deno drops.',
    },
  ],
})
