// Places for responses that are held until a test releases them, counted for each rule.
import { type Connection, createPlaces, type PlacesOptions } from './places.ts'

/** The rule that holds a response. */
export interface Holder {
  readonly endpoint: string
  /** The id of the rule. */
  readonly rule: string
}

export interface HeldPlaces {
  /**
   * Takes a place for a response of this rule. Returns a function that gives it back, to be called
   * once. Throws `too-many-held`, which names the rules that hold most, when no place is left.
   */
  take(by: Holder, connection?: Connection): () => void
}

/** Maximum number of rules that the problem names. */
const mostNamed = 3

export function createHeldPlaces(
  options: Pick<PlacesOptions, 'limit' | 'connections'>,
): HeldPlaces {
  /** Keyed by rule id. */
  const counts = new Map<string, Holder & { held: number }>()
  const what = 'responses are being held back'
  const places = createPlaces({ ...options, code: 'too-many-held', what, more })

  /** Takes time in proportion to the number of rules that hold responses, at most the limit. */
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
