// The handle that a client returns for a rule that it added.
import type { Control } from '../../control/control.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { ListedRule } from '../../model/rule/rule.ts'
import type { Data } from '../api.ts'
import type { ReceivedRequest } from '../requests/received-request.ts'
import type { WaitOptions } from '../requests/wait-options.ts'
import type { Waiting } from '../requests/waiting.ts'
import { unless } from '../unless.ts'
import type { GivenResponse } from './new-rule.ts'
import { writeResponse } from './write-rule.ts'

/** A rule that was added. */
export interface RuleHandle {
  readonly id: string
  /** Resolves to how many requests it answered. Rejects (`rule-not-found`) if removed or reset. */
  used(): Promise<number>
  /** Removes it. Resolves to whether it was still there. A rule that is used up is not. */
  remove(): Promise<boolean>
}

/** A rule that holds the next request. */
export interface Gate<Type = Data> extends RuleHandle {
  /** Resolves to the held request when it arrives. Each call resolves to the same request. */
  waitForRequest(options?: WaitOptions): Promise<ReceivedRequest>
  /**
   * Releases the request, with a partial response that overrides its response. Rejects if no
   * request is held, so wait for it first.
   */
  release(response?: GivenResponse<Type>): Promise<void>
}

export type RuleControl = Pick<Control, 'getRule' | 'removeRule' | 'releaseRequests'>

export function createRuleHandle(control: RuleControl, { id }: ListedRule): RuleHandle {
  return {
    id,
    used: async () => (await control.getRule(id)).used,
    async remove() {
      return (await unless('rule-not-found', control.removeRule(id))) !== undefined
    },
  }
}

export function createGate<Type>(
  control: RuleControl,
  rule: ListedRule,
  waiting: Waiting,
): Gate<Type> {
  const { id, endpoint } = rule
  let found: ReceivedRequest | undefined
  return {
    ...createRuleHandle(control, rule),
    async waitForRequest({ where = anyRequest, ...options } = {}) {
      found ??= await waiting.waitForRequest(endpoint, {
        ...options,
        where: (request) => request.rule === id && where(request),
      })
      return found
    },
    async release(response) {
      const released = await control.releaseRequests({
        rule: id,
        response: writeResponse(response),
      })
      if (released > 0) return
      const detail = `Rule \`${id}\` of endpoint \`${endpoint}\` holds no request: none has come yet, its client has left, or it was released already. Call \`await gate.waitForRequest()\` first.`
      throw new Problem('request-not-held', detail)
    },
  }
}

function anyRequest(): boolean {
  return true
}
