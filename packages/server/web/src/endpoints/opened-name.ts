// Which endpoint is open.
import { route } from '../shell/route.ts'

/** Its name; `undefined` when none of the list is. */
export function openedName(): string | undefined {
  const at = route.value
  return at.view === 'endpoints' ? at.name : undefined
}
