// Clears the journal of the service, and what this tab shows of it.
import { control } from './control.ts'
import { liveJournal, withoutBefore } from './live-journal.ts'

/**
 * Resolves when what came before is gone from here too. Under traffic the stream tells of the clear
 * late, after much that came before it.
 */
export async function clearJournal(): Promise<void> {
  await control.clearRequests(undefined)
  const first = await firstId().catch(() => undefined)
  const last = liveJournal.peek().rows.at(-1)?.id ?? 0
  liveJournal.value = withoutBefore(liveJournal.peek(), first ?? last + 1)
}

async function firstId(): Promise<number | undefined> {
  const { requests } = await control.listRequests({ limit: 1 })
  return requests[0]?.id
}
