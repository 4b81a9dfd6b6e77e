// A document that describes mocks: the export format, or an object with one endpoint per member. A
// fault in one entry does not prevent reading the others.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { nameFault } from '../model/endpoint/endpoint-schema.ts'
import { parseEndpoint } from '../model/endpoint/parse-endpoint.ts'
import { elementsIn, type Located, membersIn } from '../model/json/located.ts'
import { nearMisses } from '../model/problem/near-miss.ts'
import { parseRule } from '../model/rule/parse-rule.ts'
import { isTemporary, type Rule } from '../model/rule/rule.ts'
import { ruleToJson } from '../model/rule/rule-json.ts'
import type { Yielding } from '../model/time/yielding.ts'
import { type BodyOf, withBodies } from './body-files.ts'
import { addFaults, createFaults, type DocumentFault, type Faults } from './document-faults.ts'
import { foreignFault } from './foreign-document.ts'
import { createIds } from './rule-ids.ts'

/** An endpoint of a document. */
export interface EndpointEntry extends Omit<Endpoint, 'data'>, Located {
  /** `undefined` if the document leaves it to a separate file. */
  readonly data: string | undefined
}

/** A rule of a document. */
export interface RuleEntry extends Located {
  /** Its index in the list, from 0. */
  readonly index: number
  /** Its own id, or a default from its endpoint and its place among the rules of the endpoint. */
  readonly id: string
  readonly endpoint: string
  readonly isTemporary: boolean
  /** The rule as the control API takes it, with the id and the content of files. */
  readonly json: string
  /** The files with the bodies of its responses, by JSON Pointer, such as `/responses/0`. */
  readonly bodyFiles: ReadonlyMap<string, string>
}

/** The content of a document. */
export interface MocksDocument {
  /** `export`: the export format. `members`: each member of the object is an endpoint. */
  readonly form: 'export' | 'members'
  readonly endpoints: readonly EndpointEntry[]
  readonly rules: readonly RuleEntry[]
  /** The ports of endpoints that have their own port, by name. */
  readonly serve: ReadonlyMap<string, number>
  /** The files that responses take their bodies from. */
  readonly bodyFiles: ReadonlySet<string>
  /** In the order of the entries. */
  readonly faults: readonly DocumentFault[]
}

/** Options for reading a document of mocks. */
export interface DocumentOptions {
  /** Whether an endpoint may be without `data`. */
  readonly mayLackData: boolean
  /** `export`: the document must have that format. Default: detected from its members. */
  readonly form?: 'export' | undefined
  /** Returns the content of the files that responses name. Default: they count as empty. */
  readonly bodyOf?: BodyOf | undefined
}

const memberNames = ['$schema', 'endpoints', 'rules', 'serve']

/** Throws `invalid-json` or `too-deep`, with line and column, if the text cannot be parsed. */
export function* readMocksDocument(
  text: string,
  options: DocumentOptions,
): Yielding<MocksDocument> {
  const whole = { text, start: 0 }
  const faults = createFaults(text)
  const members = yield* membersIn(whole)
  const found = {
    endpoints: [] as EndpointEntry[],
    rules: [] as RuleEntry[],
    serve: new Map<string, number>(),
    bodyFiles: new Set<string>(),
  }
  const isExport = options.form === 'export' || members?.some(({ name }) => name === 'endpoints')
  const form = isExport ? 'export' : 'members'
  const done = { form, ...found, faults: faults.all } as const
  if (!members) {
    const what = isExport ? 'with `endpoints`, `rules` or both' : 'with an endpoint for each member'
    faults.add(text.search(/\S/), `must be an object ${what}`)
    return done
  }
  const foreign = isExport ? undefined : foreignFault(members)
  if (foreign !== undefined) {
    faults.add(text.search(/\S/), foreign)
    return done
  }
  const seen = new Set<string>()
  for (const member of members) {
    const { name, nameStart } = member
    if (seen.has(name))
      faults.add(nameStart, `\`${name}\` is given more than once`, { endpoint: name })
    else if (name === '$schema') seen.add(name)
    else if (!isExport) takeMember(member, found.endpoints, faults)
    else if (name === 'endpoints') yield* takeEndpoints(member, found.endpoints, faults, options)
    else if (name === 'rules') yield* takeRules(member, found, faults, options)
    else if (name === 'serve') yield* takePorts(member, found.serve, faults)
    else faults.add(nameStart, isNone(name))
    seen.add(name)
  }
  return done
}

function isNone(name: string): string {
  const [nearest] = nearMisses(name, memberNames, 1)
  const hint = nearest === undefined ? '' : `: did you mean \`${nearest}\`?`
  return `\`${name.slice(0, 100)}\` is not one of ${memberNames.join(', ')}${hint}`
}

function takeMember(
  member: Located & { readonly name: string; readonly nameStart: number },
  endpoints: EndpointEntry[],
  faults: Faults,
): void {
  const { name, nameStart, text, start } = member
  const fault = nameFault(name)
  if (fault !== undefined) faults.add(nameStart, `the name of an endpoint ${fault}`)
  else endpoints.push({ name, data: text, statusCode: 200, delay: 0, text, start })
}

function* takeEndpoints(
  list: Located & { readonly nameStart: number },
  endpoints: EndpointEntry[],
  faults: Faults,
  { mayLackData }: DocumentOptions,
): Yielding<void> {
  const elements = yield* elementsIn(list)
  if (!elements) return faults.add(list.nameStart, '`endpoints` must be a list of endpoints')
  const names = new Set<string>()
  for (const element of elements) {
    const members = yield* membersIn(element)
    const hasData = members?.some(({ name }) => name === 'data') ?? true
    const isShort = mayLackData && !hasData
    try {
      const entry = yield* parseEndpoint(isShort ? withData(element.text) : element.text)
      const { name } = entry
      if (names.has(name)) faults.add(element.start, `there is another endpoint \`${name}\` above`)
      else endpoints.push({ ...entry, data: isShort ? undefined : entry.data, ...element })
      names.add(name)
    } catch (error) {
      const name = members?.findLast((each) => each.name === 'name')?.text
      yield* addFaults(faults, element, error, { endpoint: textOf(name) })
    }
  }
}

/** Returns the text of an object with the member `"data":null` added. */
function withData(object: string): string {
  const rest = object.slice(object.indexOf('{') + 1)
  return `{"data":null${rest.trimStart().startsWith('}') ? '' : ','}${rest}`
}

function* takeRules(
  list: Located & { readonly nameStart: number },
  { rules, bodyFiles }: { rules: RuleEntry[]; bodyFiles: Set<string> },
  faults: Faults,
  { bodyOf = () => ({ kind: 'text', value: '' }) }: DocumentOptions,
): Yielding<void> {
  const elements = yield* elementsIn(list)
  if (!elements) return faults.add(list.nameStart, '`rules` must be a list of rules')
  const ids = new Set<string>()
  const idOf = createIds()
  for (const [index, element] of elements.entries()) {
    const own = new Map<string, string>()
    try {
      const text = yield* withBodies(element.text, bodyOf, (file, pointer) => {
        own.set(pointer, file)
        bodyFiles.add(file)
      })
      const given = yield* parseRule(text)
      const { endpoint } = given
      const id = idOf(endpoint, given.id) ?? ''
      const rule: Rule = { ...given, id }
      if (ids.has(id)) faults.add(element.start, `there is another rule \`${id}\` above`)
      else {
        const json = ruleToJson(rule)
        const about = { index, id, endpoint, isTemporary: isTemporary(rule), bodyFiles: own }
        rules.push({ ...about, json, ...element })
      }
      ids.add(id)
    } catch (error) {
      const members = yield* membersIn(element)
      const given = (name: string): string | undefined =>
        textOf(members?.find((each) => each.name === name)?.text)
      yield* addFaults(faults, element, error, {
        rule: idOf(given('endpoint'), given('id')),
        index,
      })
    }
  }
}

function* takePorts(
  member: Located & { readonly nameStart: number },
  ports: Map<string, number>,
  faults: Faults,
): Yielding<void> {
  const members = yield* membersIn(member)
  const wrong = '`serve` must be an object of names and ports, such as {"orders": 16541}'
  if (!members) return faults.add(member.nameStart, wrong)
  for (const { name, nameStart, text, start } of members) {
    const fault = nameFault(name)
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (fault !== undefined) faults.add(nameStart, `the name of an endpoint ${fault}`)
    else if (ports.has(name)) faults.add(nameStart, `\`${name}\` is given more than once`)
    else if (port <= largestPort) ports.set(name, port)
    else {
      const detail = `the port of \`${name}\` must be an integer from 0 to ${largestPort}`
      faults.add(start, detail, { port: name })
    }
  }
}

const largestPort = 65_535

function textOf(json: string | undefined): string | undefined {
  const value: unknown = json === undefined ? undefined : JSON.parse(json)
  return typeof value === 'string' ? value : undefined
}
