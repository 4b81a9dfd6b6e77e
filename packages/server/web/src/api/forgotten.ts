// Requests that fell out of the service's journal while they waited: nobody tells how they end.
import { control } from './control.ts'
import type { LiveJournal } from './live-journal.ts'

export interface ForgottenOptions {
  readonly signal: AbortSignal
  readonly journal: () => LiveJournal
  /** Is called when pending requests with lower ids are not in the service's journal any more. */
  readonly onForgotten: (before: number) => void
}

/** How long after a change the service is asked, in milliseconds. */
const pause = 2000

/** To be called after each change: requests fall out when others come. */
export function createForgottenCheck(options: ForgottenOptions): () => void {
  const { signal, journal, onForgotten } = options
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    timer = undefined
    const pending = firstPending(journal())
    if (signal.aborted || pending === undefined) return
    try {
      const { requests } = await control.listRequests({ limit: 1 }, signal)
      const first = requests[0]?.id
      if (first !== undefined && pending < first) onForgotten(first)
    } catch {
      // The stream tells that the service is gone.
    }
  }

  return () => {
    if (timer === undefined && firstPending(journal()) !== undefined) {
      timer = setTimeout(look, pause)
    }
  }
}

function firstPending({ rows }: LiveJournal): number | undefined {
  return rows.find(({ outcome }) => outcome === 'pending')?.id
}
