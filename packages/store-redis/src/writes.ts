// The writes of a store. Each is one script, and is acknowledged after the fence.
import type { EndpointStore, StoredRule } from '@mock-endpoint/core'
import type { Fence } from './daemons/fence.ts'
import type { Link } from './link/link.ts'
import { toRecord } from './records.ts'
import type { RuleNames } from './rule-names.ts'
import { type WriteStep, writeScript } from './scripts.ts'

type WriteCalls = Pick<
  EndpointStore,
  'put' | 'remove' | 'clear' | 'putRule' | 'putAll' | 'removeRule' | 'clearRules'
>

export interface Writes {
  readonly calls: WriteCalls
  /** Removes the temporary rules. */
  resetRules(): Promise<void>
  /** Whether a write that may change rules is in progress. */
  mayChangeRules(): boolean
  /** Resolves when all writes in progress have ended. */
  idle(): Promise<void>
}

export interface WritesOptions {
  readonly link: Link
  readonly fence: Fence
  readonly ruleNames: RuleNames
  /** Throws if the store does not accept writes. */
  readonly check: () => void
}

export function createWrites({ link, fence, ruleNames, check }: WritesOptions): Writes {
  /** The writes in progress, and whether each may change rules. */
  const underWay = new Map<Promise<number>, boolean>()

  /** Makes the steps together. Resolves to the number of items that the last one removed. */
  async function write(steps: readonly WriteStep[]): Promise<number> {
    check()
    const made = make(steps)
    const isOfRules = steps.some(([step]) => step !== 'put')
    underWay.set(made, isOfRules)
    return made.finally(() => underWay.delete(made))
  }

  async function make(steps: readonly WriteStep[]): Promise<number> {
    try {
      const args = steps.flat()
      return Number(await link.run(writeScript(steps), args, takesLong(args)))
    } finally {
      // Also after a failure, because the write may have happened.
      await fence.pass(link)
    }
  }

  return {
    calls: {
      async put(endpoint) {
        await write([['put', endpoint.name, toRecord(endpoint)]])
      },
      remove: async (name) => (await write([['remove', name]])) === 1,
      clear: async () => await write([['clear']]),
      async putRule(rule) {
        ruleNames.changed(rule.endpoint)
        await write([putting(rule)])
      },
      async putAll(endpoints, rules) {
        for (const { endpoint } of rules) ruleNames.changed(endpoint)
        const steps: WriteStep[] = [
          ...endpoints.map((endpoint) => ['put', endpoint.name, toRecord(endpoint)] as const),
          ...rules.map(putting),
        ]
        await write(steps)
      },
      removeRule: async (id) => (await write([['removeRule', id]])) === 1,
      clearRules: async (endpoint) =>
        await write([endpoint === undefined ? ['clearAllRules'] : ['clearRules', endpoint]]),
    },
    async resetRules() {
      await write([['resetRules']])
    },
    mayChangeRules: () => [...underWay.values()].includes(true),
    async idle() {
      await Promise.allSettled(underWay.keys())
    },
  }
}

/** Whether the steps keep Redis busy for more than a moment, on a slow machine for seconds. */
function takesLong(args: readonly string[]): boolean {
  const [step = ''] = args
  if (step.startsWith('clear') || step === 'resetRules') return true
  return args.length > 1_000 || args.reduce((sum, { length }) => sum + length, 0) > 1_000_000
}

function putting({ id, endpoint, text, isTemporary }: StoredRule): WriteStep {
  return ['putRule', id, endpoint, text, isTemporary ? 'x:' : 't:']
}
