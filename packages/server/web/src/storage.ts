// Short texts that the browser keeps; where it allows no site data, for as long as the page is there.

export interface TextStore {
  readonly read: (key: string) => string | undefined
  /** With `undefined` it is forgotten. */
  readonly write: (key: string, text: string | undefined) => void
}

/** Until somebody clears them. */
export const kept = storeOf(() => localStorage)
/** As long as the tab. */
export const keptInTab = storeOf(() => sessionStorage)

/** Even naming a storage throws where there is none. */
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
