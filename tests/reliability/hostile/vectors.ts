// All hostile requests.
import { oddFraming } from './odd-framing.ts'
import { oddHeaders } from './odd-headers.ts'
import { oddTargets } from './odd-targets.ts'
import { smuggling } from './smuggling.ts'
import type { Vector } from './vector.ts'

export const vectors: readonly Vector[] = [
  ...smuggling,
  ...oddFraming,
  ...oddTargets,
  ...oddHeaders,
]
