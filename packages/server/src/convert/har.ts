// Converts a HAR recording (1.1 or 1.2) to rules. Each host becomes an endpoint, and each request a
// rule with the recorded response.
import type { RuleResponse, RuleWhen } from '@mock-endpoint/core/client'
import {
  acceptedRules,
  type Candidate,
  type Converted,
  type ConvertOptions,
  checkName,
} from './converted.ts'
import { type HarEntry, readHar } from './har-entry.ts'
import { type HarParameters, requestOf } from './har-request.ts'
import { responseOf } from './har-response.ts'
import { ruleId } from './rule-id.ts'

/**
 * Converts a HAR document. Rejects with a `Problem` that has line and column if the text is not
 * valid JSON, and with an `Error` if it is not HAR or the name is not valid.
 */
export async function convertHar(text: string, { name }: ConvertOptions): Promise<Converted> {
  if (name !== undefined) await checkName(name)
  const entries = await readHar(text.replace(/^\ufeff/, ''))
  const tally = createTally()
  const byRequest = new Map<string, Recorded>()
  for (const [i, entry] of entries.entries()) {
    const candidate = candidateOf(entry, `entry ${i + 1}`, name, tally)
    if (candidate) take(candidate, byRequest)
  }
  const candidates = [...byRequest.values()].map(inTurn)
  const rules = await acceptedRules(candidates, tally.add)
  return { endpoints: [], rules, left: tally.sentences() }
}

/** A request, and its responses in the order in which they were recorded. */
interface Recorded {
  readonly candidate: Candidate
  readonly responses: RuleResponse[]
}

function take(candidate: Candidate, byRequest: Map<string, Recorded>): void {
  const { endpoint, when, response = {} } = candidate.rule
  const request = JSON.stringify([endpoint, when])
  const former = byRequest.get(request)
  if (former) former.responses.push(response)
  else byRequest.set(request, { candidate, responses: [response] })
}

/** Returns one rule for all responses. Drops repeats at the end, because the last one repeats. */
function inTurn({ candidate, responses }: Recorded): Candidate {
  const last = JSON.stringify(responses.at(-1))
  while (responses.length > 1 && JSON.stringify(responses.at(-2)) === last) responses.pop()
  if (responses.length === 1) return candidate
  const { response: _, ...rule } = candidate.rule
  return { place: candidate.place, rule: { ...rule, responses, repeatLast: true } }
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
  const { place, host, method, path, parameters } = request
  const response = responseOf(entry, method)
  if (typeof response === 'string') {
    tally.add(response, place)
    return undefined
  }
  const endpoint = name ?? host
  const when = { method, path, ...queryOf(parameters) }
  const id = ruleId(endpoint, method, path, ...parameters.flat())
  return { place, rule: { id, endpoint, when, response } }
}

/** Returns `queryString` for repeated parameters, because `query` has only one value per name. */
function queryOf(parameters: HarParameters): Pick<RuleWhen, 'query' | 'queryString'> {
  if (parameters.length === 0) return {}
  const query = Object.fromEntries(parameters)
  if (Object.keys(query).length === parameters.length) return { query }
  return { queryString: new URLSearchParams([...parameters].map((each) => [...each])).toString() }
}

/** Omissions grouped by reason, because a recording may have hundreds of images. */
interface Tally {
  add(reason: string, place: string): void
  /** Returns one sentence per reason, in the order of their first places. */
  sentences(): string[]
}

/** Maximum number of places that are shown for a reason. */
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
