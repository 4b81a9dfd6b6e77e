// Short texts that the browser stores. If it allows no site data, they last as long as the page.

export interface TextStore {
  readonly read: (key: string) => string | undefined
  /** `undefined` removes the text. */
  readonly write: (key: string, text: string | undefined) => void
}

/** Keeps texts until the site data is cleared. */
export const kept = storeOf(() => localStorage)
/** Keeps texts as long as the tab is open. */
export const keptInTab = storeOf(() => sessionStorage)

/** Takes a function, because even reading `localStorage` throws if site data is not allowed. */
function storeOf(storage: () => Storage): TextStore {
  const refused = new Map<string, string>()
  return {
    read(key) {
      try {
        return refused.get(key) ?? storage().getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    write(key, text) {
      refused.delete(key)
      try {
        if (text === undefined) storage().removeItem(key)
        else storage().setItem(key, text)
      } catch {
        if (text !== undefined) refused.set(key, text)
      }
    },
  }
}
