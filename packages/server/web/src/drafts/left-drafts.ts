// Left drafts: written to local storage while the page is being left, because a browser may then
// lose even a committed database transaction. The next use of the database moves them there.

export interface LeftDraft {
  readonly key: string
  /** A new value with each write, without spaces. */
  readonly stamp: string
  /** The draft as JSON. Empty if it was removed. */
  readonly text: string
}

const prefix = 'mock-endpoint-draft:'
/** Chromium has passed on this many when `setItem` returns. Of a million, it lost some. */
const mostCharacters = 64 * 1024

/** Writes a left draft. Returns false if it is too long, or if the browser keeps nothing. */
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

/** Whether this version of the draft is still there. */
export function isLeft({ key, stamp }: LeftDraft): boolean {
  return leftDraft(key)?.stamp === stamp
}

export function removeLeft(draft: LeftDraft): void {
  if (isLeft(draft)) localStorage.removeItem(prefix + draft.key)
}
