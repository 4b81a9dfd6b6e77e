// The file that an endpoint comes from, also where the list does not show the endpoint.
import type { EndpointSummary, FilesHealth } from '@mock-endpoint/core/client'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { control } from '../../api/control.ts'
import { health } from '../../shell/health.ts'
import { listed } from '../state.ts'

type Origin = Pick<EndpointSummary, 'file' | 'changed'>

export interface OriginOf {
  /** As far as is known. */
  readonly now: ReadonlySignal<Origin | undefined>
  /** Looks again. What was known stays when that fails. */
  refresh(): Promise<void>
}

/** Asks nothing yet. */
export function createOrigin(name: string): OriginOf {
  const found = signal<Origin | undefined>(undefined)
  return {
    now: computed(() => listed.value.find((one) => one.name === name) ?? found.value),
    async refresh() {
      try {
        found.value = await findOrigin(name)
      } catch {
        // The header says that the service cannot be reached.
      }
    },
  }
}

/** How many endpoints are looked at: few others have the whole name in theirs and come this close. */
const mostLookedAt = 100

/** Asks the service only where the list does not tell, and endpoints come from files at all. */
export async function findOrigin(name: string): Promise<Origin | undefined> {
  const isNamed = (one: EndpointSummary): boolean => one.name === name
  const shown = listed.peek().find(isNamed)
  const known = health.peek()
  if (shown || (known && !known.files)) return shown
  const after = [...name].slice(0, -1).join('') || undefined
  const page = await control.listSummaries({ search: name, after, limit: mostLookedAt })
  return page.endpoints.find(isNamed)
}

/** When what was changed here becomes again what the file says. */
export function endOfChanges({ watched }: FilesHealth, file: string): string {
  return watched ? `${file} changes` : 'the daemon restarts'
}
