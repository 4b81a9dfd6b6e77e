// The rules of one endpoint as the page shows them, read again while the page is visible.
import { type ListedRule, unless } from '@mock-endpoint/core/client'
import { type ReadonlySignal, signal } from '@preact/signals'
import { control, messageOf } from '../../api/control.ts'

export interface ShownRule {
  readonly rule: ListedRule
  /** Whether the service no longer has it. */
  readonly isGone: boolean
}

export interface RuleList {
  readonly endpoint: string
  /** In the order in which they are tried. Rules that are no longer tried keep their place. */
  readonly shown: ReadonlySignal<readonly ShownRule[]>
  /** Whether there are more rules than are shown. */
  readonly hasMore: ReadonlySignal<boolean>
  /** Why the rules could not be read. */
  readonly error: ReadonlySignal<string | undefined>
  refresh(): Promise<void>
  showMore(): Promise<void>
  /** Keeps a rule on the page when it is used up or removed, because it is linked or edited. */
  pin(id: string): void
  unpin(id: string): void
}

const step = 100
/** Maximum number of rules that the service returns at once. */
const most = 1000
/** Maximum number of used-up rules to show. */
const mostUsedUp = 20

function isUsedUp({ rule }: ShownRule): boolean {
  return rule.left === 0
}

/** Returns an empty list. `refresh` reads it. */
export function createRuleList(endpoint: string): RuleList {
  const shown = signal<readonly ShownRule[]>([])
  const hasMore = signal(false)
  const error = signal<string | undefined>(undefined)
  const pinned = new Set<string>()
  let limit = step
  let reading: AbortController | undefined

  /** Reads a pinned rule that is not in the list. If it is gone, returns it as last shown. */
  async function readPinned(id: string, abort: AbortSignal): Promise<readonly ShownRule[]> {
    const rule = await unless('rule-not-found', control.getRule(id, abort))
    if (rule) return rule.endpoint === endpoint ? [{ rule, isGone: false }] : []
    const before = shown.peek().filter((each) => each.rule.id === id)
    return before.map((each) => ({ rule: each.rule, isGone: true }))
  }

  /** Inserts `kept` rules where they were shown, so that none moves. New ones go to an end. */
  function withKept(tried: readonly ShownRule[], kept: readonly ShownRule[]): readonly ShownRule[] {
    const before = shown.peek().map(({ rule }) => rule.id)
    const at = ({ rule }: ShownRule): number => before.indexOf(rule.id)
    const known = kept.filter((each) => at(each) !== -1).sort((a, b) => at(a) - at(b))
    const others = kept.filter((each) => at(each) === -1)
    return [
      ...others.filter(isUsedUp),
      ...known.reduce((now, each) => now.toSpliced(at(each), 0, each), tried),
      ...others.filter((each) => !isUsedUp(each)),
    ]
  }

  async function refresh(): Promise<void> {
    reading?.abort()
    reading = new AbortController()
    const { signal: abort } = reading
    try {
      const [{ rules, next }, usedUp] = await Promise.all([
        control.listRules({ endpoint, limit }, abort),
        control.listRules({ endpoint, usedUp: true, limit: mostUsedUp }, abort),
      ])
      // A rule may have been used up between the two reads.
      const byId = new Map([...rules, ...usedUp.rules].map((rule) => [rule.id, rule]))
      const others = [...pinned].filter((id) => !byId.has(id))
      const kept = await Promise.all(others.map((id) => readPinned(id, abort)))
      if (abort.aborted) return
      const now = [...byId.values()].map((rule): ShownRule => ({ rule, isGone: false }))
      const tried = now.filter((each) => !isUsedUp(each))
      // The service lists the most recently used-up rule first.
      const over = now.filter(isUsedUp).reverse()
      shown.value = withKept(tried, [...over, ...kept.flat()])
      hasMore.value = next !== null && limit < most
      error.value = undefined
    } catch (reason) {
      if (!abort.aborted) error.value = messageOf(reason)
    }
  }

  return {
    endpoint,
    shown,
    hasMore,
    error,
    refresh,
    async showMore() {
      limit = Math.min(limit + step, most)
      await refresh()
    },
    pin: (id) => void pinned.add(id),
    unpin: (id) => void pinned.delete(id),
  }
}

const interval = 3000

/** Reads it every few seconds while the page is visible. Returns the function that stops it. */
export function keepReading(list: RuleList): () => void {
  const read = (): void => {
    if (!document.hidden) void list.refresh()
  }
  const timer = setInterval(read, interval)
  document.addEventListener('visibilitychange', read)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', read)
  }
}
