// Drafts that were written while the page was being left. They are not in the database until somebody
// looks: a browser may lose a transaction, though it is committed, when the page goes.

export interface LeftDraft {
  readonly key: string
  /** Another one with each writing, without spaces. */
  readonly stamp: string
  /** The draft as JSON; empty when it was removed. */
  readonly text: string
}

const prefix = 'mock-endpoint-draft:'
/** Chromium has handed over as much when `setItem` returns. Of a million characters it lost some. */
const mostCharacters = 64 * 1024

/** Returns whether it is kept: not when it is long, or the browser keeps nothing. */
export function leaveBehind({ key, stamp, text }: LeftDraft): boolean {
  const value = `${stamp} ${text}`
  if (value.length > mostCharacters) return false
  try {
    localStorage.setItem(prefix + key, value)
    return true
  } catch {
    return false
  }
}

export function leftDrafts(): readonly LeftDraft[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => leftDraft(name.slice(prefix.length)))
      .filter((draft) => draft !== undefined)
  } catch {
    return []
  }
}

function leftDraft(key: string): LeftDraft | undefined {
  const value = localStorage.getItem(prefix + key)
  if (value === null) return undefined
  const space = value.indexOf(' ')
  return { key, stamp: value.slice(0, space), text: value.slice(space + 1) }
}

/** Whether it is still there. */
export function isLeft({ key, stamp }: LeftDraft): boolean {
  return leftDraft(key)?.stamp === stamp
}

export function removeLeft(draft: LeftDraft): void {
  if (isLeft(draft)) localStorage.removeItem(prefix + draft.key)
}
