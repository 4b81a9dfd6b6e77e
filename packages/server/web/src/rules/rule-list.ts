// The rules of one endpoint as the page shows them, read again while somebody looks.
import { type ListedRule, unless } from '@mock-endpoint/core/client'
import { type ReadonlySignal, signal } from '@preact/signals'
import { control, messageOf } from '../api/control.ts'

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

  /** Nothing moves below somebody's hands. */
  function putWhereItWas(now: readonly ShownRule[], kept: ShownRule): readonly ShownRule[] {
    const before = shown.peek().findIndex(({ rule }) => rule.id === kept.rule.id)
    return before === -1 ? [...now, kept] : now.toSpliced(before, 0, kept)
  }

  async function refresh(): Promise<void> {
    reading?.abort()
    reading = new AbortController()
    const { signal: abort } = reading
    try {
      const { rules, next } = await control.listRules({ endpoint, limit }, abort)
      const listed = new Set(rules.map(({ id }) => id))
      const others = [...pinned].filter((id) => !listed.has(id))
      const kept = await Promise.all(others.map((id) => readPinned(id, abort)))
      if (abort.aborted) return
      const now = rules.map((rule): ShownRule => ({ rule, isGone: false }))
      shown.value = kept.flat().reduce(putWhereItWas, now)
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
