// The rare actions of an endpoint.
import { Menu } from '../../parts/menu.tsx'
import { go, goInstead } from '../../shell/route.ts'
import { remove } from './changes.ts'
import type { Draft } from './draft.ts'

export function FormMenu({ draft }: { readonly draft: Draft }) {
  const { isNew, base, fields, faults, isChanged } = draft
  const { name } = base.value
  const removeIt = async (): Promise<void> => {
    const at = location.hash
    if ((await remove(name)) && location.hash === at) goInstead({ view: 'endpoints' })
  }
  /** Opens only rules, which need no endpoint: they can answer for the base URL of an API. */
  const openRules = (): void => {
    const typed = fields.name.peek()
    if (typed === '') {
      faults.value = { name: 'Rules need a name too.' }
      return
    }
    // If only the name was typed, no draft of an endpoint stays.
    fields.name.value = ''
    if (isChanged.peek()) fields.name.value = typed
    go({ view: 'endpoints', name: typed })
  }
  const items = isNew
    ? [{ text: 'Only rules, no endpoint', run: openRules }]
    : [
        { text: 'Duplicate', run: () => go({ view: 'new', copyOf: name }) },
        { text: 'Remove', isDanger: true, run: () => void removeIt() },
      ]
  return <Menu label="More" items={items} />
}
