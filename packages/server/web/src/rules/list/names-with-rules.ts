// The first rules of the service, by name, so that the list can include names that have rules but
// no default response.
import type { ListedRule } from '@mock-endpoint/core/client'
import { computed, signal } from '@preact/signals'
import { control, messageOf } from '../../api/control.ts'
import { listed, next, search } from '../../endpoints/state.ts'

const rules = signal<readonly ListedRule[]>([])
/** Whether the names have been read, or could not be. */
export const areNamesReady = signal(false)
/** Why the names could not be read. */
export const namesError = signal<string | undefined>(undefined)
/** Whether there are more rules than were read. */
export const hasMoreNames = signal(false)

/** Maximum number of rules that are read. */
export const mostLookedAt = 1000

export async function refreshNames(): Promise<void> {
  try {
    const page = await control.listRules({ limit: mostLookedAt })
    rules.value = page.rules
    hasMoreNames.value = page.next !== null
    namesError.value = undefined
  } catch (error) {
    namesError.value = messageOf(error)
  }
  areNamesReady.value = true
}

/** The rules of each name, in the order tried. A name whose rules were not all read is left out. */
export const rulesByName = computed(() => {
  const byName = new Map<string, ListedRule[]>()
  for (const rule of rules.value) {
    const own = byName.get(rule.endpoint)
    if (own) own.push(rule)
    else byName.set(rule.endpoint, [rule])
  }
  const last = rules.value.at(-1)
  if (hasMoreNames.value && last) byName.delete(last.endpoint)
  return byName
})

const names = computed(() => [...new Set(rules.value.map(({ endpoint }) => endpoint))])

/** Names without a default response, as far as the list of endpoints has been read. */
export const namesWithRulesAlone = computed(() => {
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

/** Whether a name comes first in the order of the service, which is by code points. */
function comesBefore(name: string, other: string): boolean {
  const others = [...other]
  for (const [i, character] of [...name].entries()) {
    const beside = others[i]
    if (beside === undefined) return false
    if (beside !== character) return (character.codePointAt(0) ?? 0) < (beside.codePointAt(0) ?? 0)
  }
  return name.length < other.length
}
