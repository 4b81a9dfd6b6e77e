// The names that have rules: those without a record are reached through them.
import { computed, signal } from '@preact/signals'
import { control, messageOf } from '../api/control.ts'
import { listed, next, search } from '../endpoints/state.ts'

const names = signal<readonly string[]>([])
/** Whether the names are known, or cannot be. */
export const areNamesReady = signal(false)
/** Why the names could not be read. */
export const namesError = signal<string | undefined>(undefined)
/** Whether there are more rules than were looked at. */
export const hasMoreNames = signal(false)

/** So many rules are looked at. */
export const mostLookedAt = 1000

export async function refreshNames(): Promise<void> {
  try {
    const page = await control.listRules({ limit: mostLookedAt })
    names.value = [...new Set(page.rules.map(({ endpoint }) => endpoint))]
    hasMoreNames.value = page.next !== null
    namesError.value = undefined
  } catch (error) {
    namesError.value = messageOf(error)
  }
  areNamesReady.value = true
}

/** Those among the endpoints that are listed so far which have no record. */
export const namesWithoutRecord = computed(() => {
  const recorded = new Set(listed.value.map(({ name }) => name))
  const last = next.value
  const wanted = search.value.toLowerCase()
  return names.value.filter(
    (name) =>
      name.toLowerCase().includes(wanted) &&
      !recorded.has(name) &&
      (last === null || comesBefore(name, last)),
  )
})

/** In the order of the service: by code points. */
function comesBefore(name: string, other: string): boolean {
  const others = [...other]
  for (const [i, character] of [...name].entries()) {
    const beside = others[i]
    if (beside === undefined) return false
    if (beside !== character) return (character.codePointAt(0) ?? 0) < (beside.codePointAt(0) ?? 0)
  }
  return name.length < other.length
}
