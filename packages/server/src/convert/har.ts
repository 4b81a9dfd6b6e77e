// A HAR recording (1.1 and 1.2) as rules: each host is one endpoint, and each request a rule that
// answers what the host did.
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
 * Rejects with a `Problem` that has line and column when the text is not JSON, and with an `Error`
 * when it is not HAR.
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

/** What a request got, each time that it was made. */
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

/** The last response is given again and again, so it need be there once only. */
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

/** Of a parameter with several values, `query` could say only one. */
function queryOf(parameters: HarParameters): Pick<RuleWhen, 'query' | 'queryString'> {
  if (parameters.length === 0) return {}
  const query = Object.fromEntries(parameters)
  if (Object.keys(query).length === parameters.length) return { query }
  return { queryString: new URLSearchParams([...parameters].map((each) => [...each])).toString() }
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
