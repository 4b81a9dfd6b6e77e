// What is seldom done with an endpoint.
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
  /** Rules need no endpoint: they can answer for the base URL of a whole API. */
  const openRules = (): void => {
    const typed = fields.name.peek()
    if (typed === '') {
      faults.value = { name: 'Rules need a name too.' }
      return
    }
    // Where nothing but the name was typed, no endpoint has been begun.
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
