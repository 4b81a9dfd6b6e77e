import { describeRuntime } from '../lib/describe-runtime.ts'
import { noBrokenAnswers, noLengthOfPieces } from '../lib/differences.ts'
import { onBun } from '../lib/programs.ts'

describeRuntime('Bun', onBun(), {
  differences: [
    noBrokenAnswers,
    {
      ...noLengthOfPieces,
      cases: new RegExp(
        `${noLengthOfPieces.cases.source}|answers > to a page have the headers of CORS, sent in pieces`,
      ),
    },
  ],
})
