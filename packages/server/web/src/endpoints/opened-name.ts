// The endpoint that is open.
import { route } from '../shell/route.ts'

/** Returns the name of the open endpoint, or `undefined` if none is open. */
export function openedName(): string | undefined {
  const at = route.value
  return at.view === 'endpoints' ? at.name : undefined
}
