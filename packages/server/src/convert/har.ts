// A HAR recording (1.1 and 1.2) as rules: each host is one endpoint, and each request a rule that
// answers what the host did.
import {
  acceptedRules,
  type Candidate,
  type Converted,
  type ConvertOptions,
  checkName,
} from './converted.ts'
import { type HarEntry, readHar } from './har-entry.ts'
import { requestOf } from './har-request.ts'
import { responseOf } from './har-response.ts'
import { ruleId } from './rule-id.ts'

/**
 * Rejects with a `Problem` that has line and column when the text is not JSON, and with an `Error`
 * when it is not HAR.
 */
export async function convertHar(text: string, { name }: ConvertOptions): Promise<Converted> {
  if (name !== undefined) await checkName(name)
  const entries = await readHar(text.replace(/^\ufeff/, ''))
  const tally = createTally()
  const last = new Map<string, Recorded>()
  for (const [i, entry] of entries.entries()) {
    const candidate = candidateOf(entry, `entry ${i + 1}`, name, tally)
    if (candidate) take(candidate, last)
  }
  for (const { candidate, responses } of last.values()) {
    if (responses.size === 1) continue
    tally.add('was answered in different ways; the last response counts', candidate.place)
  }
  const candidates = [...last.values()].map(({ candidate }) => candidate)
  const rules = await acceptedRules(candidates, tally.add)
  return { endpoints: [], rules, left: tally.sentences() }
}

/** What a request got, of all the times that it was made. */
interface Recorded {
  readonly candidate: Candidate
  /** The responses that differ, as texts. */
  readonly responses: ReadonlySet<string>
}

function take(candidate: Candidate, last: Map<string, Recorded>): void {
  const { endpoint, when } = candidate.rule
  const request = JSON.stringify([endpoint, when])
  const former = last.get(request)
  const response = JSON.stringify(candidate.rule.response)
  // The first place in the order, and the last response.
  last.set(request, { candidate, responses: new Set(former?.responses).add(response) })
}

function candidateOf(
  entry: HarEntry | undefined,
  number: string,
  name: string | undefined,
  tally: Tally,
): Candidate | undefined {
  if (!entry) {
    tally.add('is not an entry with a request and a response', number)
    return undefined
  }
  const request = requestOf(entry.request)
  if ('fault' in request) {
    tally.add(request.fault, request.place ?? number)
    return undefined
  }
  const { place, host, method, path, query, ambiguous } = request
  const response = responseOf(entry, method)
  if (typeof response === 'string') {
    tally.add(response, place)
    return undefined
  }
  if (ambiguous) tally.add('has a query parameter twice; its rule checks the last', place)
  const endpoint = name ?? host
  const hasQuery = Object.keys(query).length > 0
  const when = { method, path, ...(hasQuery && { query }) }
  const id = ruleId(endpoint, method, path, ...Object.entries(query).flat())
  return { place, rule: { id, endpoint, when, response } }
}

/** What is left out, by reason: a recording may have hundreds of images, and nobody reads 500 lines. */
interface Tally {
  add(reason: string, place: string): void
  /** One sentence for each reason, in the order of their first places. */
  sentences(): string[]
}

/** How many places of a reason are shown. */
const shownPlaces = 3

function createTally(): Tally {
  const reasons = new Map<string, { places: string[]; count: number }>()
  return {
    add(reason, place) {
      const entry = reasons.get(reason) ?? { places: [], count: 0 }
      reasons.set(reason, entry)
      entry.count += 1
      if (entry.places.length < shownPlaces && !entry.places.includes(place))
        entry.places.push(place)
    },
    sentences: () =>
      [...reasons].map(([reason, { places, count }]) => {
        const list = places.join(', ')
        if (count === places.length) return `${list}: ${reason}.`
        return `${count} times, such as ${list}: ${reason}.`
      }),
  }
}
