// Writes the body of the call that adds a rule, and of the call that releases requests.
import type { Fault } from '../../model/problem/problem.ts'
import { writeSend } from '../deliveries/write-delivery.ts'
import { writeJson } from '../json-writer.ts'
import { refuseFaults } from '../refuse-faults.ts'
import { eachOf, isPlain, listOf, objectOf, optional, strict, type Write } from '../writes.ts'

/** A rule as it was given. The service checks its members. */
export interface RuleValues {
  readonly endpoint: string
  readonly response?: unknown
}

/**
 * Returns the body of the call that adds a rule. Throws one problem for all values that JSON cannot
 * hold. The service checks everything else.
 */
export function writeRule(rule: RuleValues): string {
  const faults: Fault[] = []
  const text = writeWhole(rule, '', faults)
  refuseFaults('invalid-rule', `The rule of endpoint \`${rule.endpoint}\``, faults)
  return text ?? ''
}

/** Returns the body of a release. It is empty without a response. */
export function writeResponse(response: unknown): string {
  const faults: Fault[] = []
  const text = writePartial(response, '', faults) ?? ''
  refuseFaults('invalid-rule', 'The response', faults)
  return text
}

// Marked as pure, so that bundles that write no rules do not include them.
const writePartial: Write = /* @__PURE__ */ objectOf({
  data: strict,
  events: /* @__PURE__ */ listOf(/* @__PURE__ */ objectOf({ data: strict })),
  then: /* @__PURE__ */ listOf(/* @__PURE__ */ objectOf({ send: writeSend })),
})

const writeOne: Write = (response, pointer, faults) => {
  if (typeof response !== 'function') return writePartial(response, pointer, faults)
  faults.push({ pointer, detail: noFunction })
  return 'null'
}

const noFunction =
  'is a function, which cannot be sent to another process; say the responses as values, with a rule and a `when` for each case, or use the mock of createMock() or createMockServer(), which calls it'

/** Writes one of several responses. */
const writeListed: Write = (response, pointer, faults) => {
  if (typeof response !== 'function') return writePartial(response, pointer, faults)
  const detail = 'is a function, and a list of responses has values; add a rule for each function'
  faults.push({ pointer, detail })
  return 'null'
}

/** Writes a path. */
const writePath: Write = (value, pointer, faults) => {
  if (!(value instanceof RegExp)) return optional(value, pointer, faults)
  faults.push({ pointer, detail: 'is a RegExp; a path is such as /users/:id or /files/*' })
  return 'null'
}

/** Writes a text, or a pattern for one. */
const writeLike: Write = (value, pointer, faults) =>
  optional(likeOf(value, pointer, faults), pointer, faults)

/** Writes JSON, or a pattern for a text. */
const writeLikeJson: Write = (value, pointer, faults) =>
  strict(likeOf(value, pointer, faults), pointer, faults)

/** Replaces a regular expression by a pattern with its source. Other values are unchanged. */
function likeOf(value: unknown, pointer: string, faults: Fault[]): unknown {
  if (value instanceof RegExp) return { matches: sourceOf(value, pointer, faults) }
  if (!isPlain(value) || !('matches' in value && value.matches instanceof RegExp)) return value
  return { ...value, matches: sourceOf(value.matches, pointer, faults) }
}

/** Writes JSON that a body must equal or include. Regular expressions are refused. */
const writeBodyJson: Write = (value, whole, faults) =>
  writeJson(value, whole, ({ pointer, detail }) => {
    const hint = `is a RegExp; write { jsonAt: { '${pointer.slice(whole.length)}': /…/ } }`
    faults.push({ pointer, detail: detail.startsWith('is a RegExp') ? hint : detail })
  })

/** Returns the RE2 source of a regular expression, which includes the flags. */
function sourceOf({ source, flags }: RegExp, pointer: string, faults: Fault[]): string {
  const [other] = /[vy]/.exec(flags) ?? []
  if (other) faults.push({ pointer, detail: `has the flag ${other}; rules know i, m and s` })
  const inside = flags.replace(/[^ims]/g, '')
  return inside === '' ? source : `(?${inside})${source}`
}

const texts: Write = /* @__PURE__ */ eachOf(writeLike)

const writeWhole: Write = /* @__PURE__ */ objectOf({
  when: /* @__PURE__ */ objectOf({
    path: writePath,
    params: texts,
    query: texts,
    headers: texts,
    form: texts,
    json: writeBodyJson,
    jsonIncludes: writeBodyJson,
    jsonAt: /* @__PURE__ */ eachOf(writeLikeJson),
    body: writeLike,
  }),
  response: writeOne,
  responses: /* @__PURE__ */ listOf(writeListed),
})
