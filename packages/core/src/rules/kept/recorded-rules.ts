// Rules that were recorded since the last reset. They do not answer yet. Otherwise a client that
// polls until a job is done would get the first response for ever.
import { Problem } from '../../model/problem/problem.ts'
import { parseRule } from '../../model/rule/parse-rule.ts'
import type { Rule, RuleResponse } from '../../model/rule/rule.ts'
import { ruleToJson } from '../../model/rule/rule-json.ts'
import type { NewRule } from '../../model/rule/rule-schema.ts'
import { isSameResponse } from '../../model/rule/same-response.ts'
import { runYielding } from '../../model/time/yielding.ts'

/** A rule with one response. */
type RecordedRule = NewRule & { readonly id: string }

export interface RecordedRules {
  /** Whether a rule was recorded since the last reset and its recorder has not changed. */
  isFresh(id: string): boolean
  /** Returns the recorder of a rule. Get it before forwarding, as the rule may change meanwhile. */
  recorder(rule: { readonly id: string; readonly endpoint: string }): Recorder
  /**
   * Adds a rule, or its response to the rule with its id if that was recorded since the last reset.
   * The responses are given in turn, and the last one is repeated.
   */
  record(rule: RecordedRule, by: Recorder): Promise<void>
  /** Call this when a rule was added, replaced or removed. Its recordings answer from then on. */
  changed(id: string): void
  /** Lets the recordings of an endpoint, or all, answer from now on. */
  clear(endpoint?: string): void
}

export interface RecordedRulesOptions {
  readonly get: (id: string) => Promise<Rule | undefined>
  /** Adds a rule, or replaces the one with its id. */
  readonly put: (rule: NewRule) => Promise<unknown>
  /** Whether a rule exists and is not used up. */
  readonly isActive: (id: string) => Promise<boolean>
}

/** Maximum number of responses of a rule, which is written again for each. */
const mostResponses = 100

interface Recorded {
  readonly endpoint: string
  readonly by: Recorder
  /** Number of repeats of the last response that are not written yet. */
  repeats: number
  writing: Promise<void>
}

/** A rule that records, until it changes. */
interface Recorder {
  readonly id: string
  readonly endpoint: string
  isOver: boolean
}

export function createRecordedRules(options: RecordedRulesOptions): RecordedRules {
  const recorded = new Map<string, Recorded>()
  const recorders = new Map<string, Recorder>()

  function end(by: Recorder): void {
    by.isOver = true
    if (recorders.get(by.id) === by) recorders.delete(by.id)
  }

  return {
    isFresh(id) {
      const by = recorded.get(id)?.by
      return by !== undefined && !by.isOver
    },
    recorder({ id, endpoint }) {
      const known = recorders.get(id) ?? { id, endpoint, isOver: false }
      recorders.set(id, known)
      return known
    },
    async record(rule, by) {
      const { id, endpoint } = rule
      const former = recorded.get(id)
      const isFirst = former?.by !== by
      const kept = isFirst ? { endpoint, by, repeats: 0, writing: Promise.resolve() } : former
      recorded.set(id, kept)
      // One write after the other, because each adds to the rule that the last one wrote.
      const writing = kept.writing.then(() => write(options, rule, kept, isFirst))
      kept.writing = writing.catch(() => {})
      try {
        await writing
      } catch (error) {
        if (isFirst) recorded.delete(id)
        throw error
      }
      if (!(await options.isActive(by.id))) end(by)
    },
    changed(id) {
      recorded.delete(id)
      const by = recorders.get(id)
      if (by) end(by)
    },
    clear(endpoint) {
      const isOf = (each: { readonly endpoint: string }): boolean =>
        endpoint === undefined || each.endpoint === endpoint
      for (const [id, kept] of recorded) if (isOf(kept)) recorded.delete(id)
      for (const by of recorders.values()) if (isOf(by)) end(by)
    },
  }
}

/** Adds a rule, or its response to the rule with its id. */
async function write(
  { get, put }: RecordedRulesOptions,
  rule: RecordedRule,
  kept: Recorded,
  isFirst: boolean,
): Promise<void> {
  const former = isFirst ? undefined : await get(rule.id)
  const before = former?.responses ?? (former?.response ? [former.response] : [])
  const { response = {}, ...rest } = rule
  const last = before.at(-1)
  if (!last) {
    await put(rule)
    return
  }
  if (isSameResponse(last, response)) {
    kept.repeats += 1
    return
  }
  const again = repeated(last, Math.min(kept.repeats, mostResponses - before.length - 1))
  const responses = [...before, ...again, response]
  if (responses.length > mostResponses) throw tooManyResponses()
  // Parsed, because all responses together may exceed the limits of a rule.
  await put(await runYielding(parseRule(ruleToJson({ ...rest, responses, repeatLast: true }))))
  kept.repeats = 0
}

function repeated(response: RuleResponse, times: number): readonly RuleResponse[] {
  return Array.from({ length: Math.max(times, 0) }, () => response)
}

function tooManyResponses(): Problem {
  const detail = `Its rule has ${mostResponses} responses already.`
  return new Problem('too-many-rules', detail, { limit: mostResponses })
}
