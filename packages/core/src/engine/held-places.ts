// The places of responses that are held back until somebody releases them, and which rules took them.
import { type Connection, createPlaces, type PlacesOptions } from './places.ts'

/** The rule that holds a response back. */
export interface Holder {
  readonly endpoint: string
  /** Its id. */
  readonly rule: string
}

export interface HeldPlaces {
  /**
   * Takes a place for a response of this rule, and returns the function that gives it back, to be
   * called once. Throws `too-many-held`, which names the rules that hold most, when there is none.
   */
  take(by: Holder, connection?: Connection): () => void
}

/** So many rules are named. */
const mostNamed = 3

export function createHeldPlaces(
  options: Pick<PlacesOptions, 'limit' | 'connections'>,
): HeldPlaces {
  /** By the id of the rule. */
  const counts = new Map<string, Holder & { held: number }>()
  const what = 'responses are being held back'
  const places = createPlaces({ ...options, code: 'too-many-held', what, more })

  /** Takes a time in proportion to the rules that hold something, so at most to the limit. */
  function more() {
    const rules: (Holder & { held: number })[] = []
    for (const holder of counts.values()) {
      const at = rules.findIndex(({ held }) => held < holder.held)
      rules.splice(at < 0 ? rules.length : at, 0, { ...holder })
      rules.splice(mostNamed)
    }
    const named = rules.map(({ rule, endpoint, held }) => {
      return `${held} by rule \`${rule}\` of \`${endpoint}\``
    })
    const who = named.length === 0 ? '' : `: ${named.join(', ')}`
    const detail = `${who}. Release them, or reset.`
    const [most] = rules
    const fix = most && {
      method: 'POST',
      path: `/api/request/release?rule=${encodeURIComponent(most.rule)}`,
    }
    return { detail, extensions: { rules }, fix }
  }

  return {
    take(by, connection) {
      const giveBack = places.take(connection)
      const holder = counts.get(by.rule) ?? { ...by, held: 0 }
      counts.set(by.rule, holder)
      holder.held += 1
      return () => {
        giveBack()
        holder.held -= 1
        if (holder.held === 0) counts.delete(by.rule)
      }
    },
  }
}
