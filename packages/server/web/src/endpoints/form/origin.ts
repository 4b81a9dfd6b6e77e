// The file that an endpoint comes from, even if the list does not show the endpoint.
import type { EndpointSummary, FilesHealth } from '@mock-endpoint/core/client'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { control } from '../../api/control.ts'
import { health } from '../../shell/health.ts'
import { listed } from '../state.ts'

type Origin = Pick<EndpointSummary, 'file' | 'changed'>

export interface OriginOf {
  /** The origin, as far as it is known. */
  readonly now: ReadonlySignal<Origin | undefined>
  /** Reads the origin again. If that fails, the known one stays. */
  refresh(): Promise<void>
}

/** Returns the origin of an endpoint, without asking the service yet. */
export function createOrigin(name: string): OriginOf {
  const found = signal<Origin | undefined>(undefined)
  return {
    now: computed(() => listed.value.find((one) => one.name === name) ?? found.value),
    async refresh() {
      try {
        found.value = await findOrigin(name)
      } catch {
        // The header shows that the service cannot be reached.
      }
    },
  }
}

/** Maximum number of endpoints to read. Few names contain this one and sort just before it. */
const mostLookedAt = 100

/** Asks the service only if the list lacks the endpoint, and if any endpoints come from files. */
export async function findOrigin(name: string): Promise<Origin | undefined> {
  const isNamed = (one: EndpointSummary): boolean => one.name === name
  const shown = listed.peek().find(isNamed)
  const known = health.peek()
  if (shown || (known && !known.files)) return shown
  const after = [...name].slice(0, -1).join('') || undefined
  const page = await control.listSummaries({ search: name, after, limit: mostLookedAt })
  return page.endpoints.find(isNamed)
}

/** Returns the event that restores the file's version after a change made here. */
export function endOfChanges({ watched }: FilesHealth, file: string): string {
  return watched ? `${file} changes` : 'the daemon restarts'
}
