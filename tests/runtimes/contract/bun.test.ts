import { describeRuntime } from '../lib/describe-runtime.ts'
import { noBrokenResponses, noLengthOfPieces } from '../lib/differences.ts'
import { onBun } from '../lib/programs.ts'

describeRuntime('Bun', onBun(), {
  differences: [
    noBrokenResponses,
    {
      ...noLengthOfPieces,
      cases: new RegExp(
        `${noLengthOfPieces.cases.source}|responses > to a page have the headers of CORS, sent in pieces`,
      ),
    },
  ],
})
