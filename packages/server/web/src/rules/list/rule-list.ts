// The rules of one endpoint as the page shows them, read again while somebody looks.
import { type ListedRule, unless } from '@mock-endpoint/core/client'
import { type ReadonlySignal, signal } from '@preact/signals'
import { control, messageOf } from '../../api/control.ts'

export interface ShownRule {
  readonly rule: ListedRule
  /** Whether the service does not have it any more. */
  readonly isGone: boolean
}

export interface RuleList {
  readonly endpoint: string
  /** In the order in which they are tried. Pinned ones that are not tried any more stay where they were, or come last. */
  readonly shown: ReadonlySignal<readonly ShownRule[]>
  /** Whether there are more than are shown. */
  readonly hasMore: ReadonlySignal<boolean>
  /** Why they could not be read. */
  readonly error: ReadonlySignal<string | undefined>
  refresh(): Promise<void>
  showMore(): Promise<void>
  /** Keeps a rule on the page when it is used up or removed: somebody looks at it, or edits it. */
  pin(id: string): void
  unpin(id: string): void
}

const step = 100
/** As many as the service gives at once. */
const most = 1000
/** How many of those that are used up are shown. */
const mostUsedUp = 20

function isUsedUp({ rule }: ShownRule): boolean {
  return rule.left === 0
}

/** Reads nothing yet. */
export function createRuleList(endpoint: string): RuleList {
  const shown = signal<readonly ShownRule[]>([])
  const hasMore = signal(false)
  const error = signal<string | undefined>(undefined)
  const pinned = new Set<string>()
  let limit = step
  let reading: AbortController | undefined

  /** What is known of a rule that is not in the list. */
  async function readPinned(id: string, abort: AbortSignal): Promise<readonly ShownRule[]> {
    const rule = await unless('rule-not-found', control.getRule(id, abort))
    if (rule) return rule.endpoint === endpoint ? [{ rule, isGone: false }] : []
    const before = shown.peek().filter((each) => each.rule.id === id)
    return before.map((each) => ({ rule: each.rule, isGone: true }))
  }

  /** Nothing moves below somebody's hands: what was shown before stays where it was. */
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
      // One may have been used up between the two.
      const byId = new Map([...rules, ...usedUp.rules].map((rule) => [rule.id, rule]))
      const others = [...pinned].filter((id) => !byId.has(id))
      const kept = await Promise.all(others.map((id) => readPinned(id, abort)))
      if (abort.aborted) return
      const now = [...byId.values()].map((rule): ShownRule => ({ rule, isGone: false }))
      const tried = now.filter((each) => !isUsedUp(each))
      // The service lists the last one first.
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

/** Reads the list again every few seconds, but for a page that is hidden. Returns what ends that. */
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
