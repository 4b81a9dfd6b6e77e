// Combines the contents of the files of a folder.
import type { Endpoint, FileFault } from '@mock-endpoint/core'
import {
  createPlaces,
  mostRules,
  mostRulesOfEndpoint,
  type Place,
} from '@mock-endpoint/core/documents'
import { type Contents, type EndpointInFile, nameOf, type RuleInFile } from './contents.ts'

export interface Mocks {
  readonly endpoints: ReadonlyMap<string, EndpointOfFile>
  /** In the order in which they are added. If several permanent rules match, the last answers. */
  readonly rules: readonly RuleInFile[]
  /** The ports of endpoints that have their own port, by name. */
  readonly serve: ReadonlyMap<string, number>
  readonly faults: readonly FileFault[]
}

export interface EndpointOfFile {
  readonly endpoint: Endpoint
  /** The file with its data. */
  readonly file: string
}

export const noMocks: Mocks = { endpoints: new Map(), rules: [], serve: new Map(), faults: [] }

/** An endpoint of a document. */
interface Setting {
  readonly file: string
  readonly endpoint: EndpointInFile
  /** Returns the place of the entry. Called only for faults, because it is slow. */
  readonly placeOf: () => Place
}

/** Combines files. Plain files have data. The settings file has the rest, and may have data too. */
export function combine(files: ReadonlyMap<string, Contents>): Mocks {
  const endpoints = new Map<string, EndpointOfFile>()
  const rules: RuleInFile[] = []
  const faults: FileFault[] = []
  const settings: Setting[] = []
  const named = plainNames(files)
  for (const [file, contents] of files) {
    for (const fault of contents.faults) faults.push(fault)
    for (const rule of contents.rules) rules.push(rule)
    for (const endpoint of contents.endpoints.values()) {
      const { name, data, statusCode, delay, start } = endpoint
      if (contents.form !== 'plain')
        settings.push({ file, endpoint, placeOf: () => createPlaces(contents.text)(start) })
      else if (data !== undefined) {
        const other = endpoints.get(name)
        if (other) faults.push({ file, detail: twice(name, other.file) })
        else endpoints.set(name, { endpoint: { name, data, statusCode, delay }, file })
      }
    }
  }
  for (const { file, endpoint, placeOf } of settings) {
    const { name, data, statusCode, delay } = endpoint
    const plain = endpoints.get(name)
    if (plain && data !== undefined)
      faults.push({ file, ...placeOf(), detail: twice(name, plain.file) })
    if (plain) {
      endpoints.set(name, { ...plain, endpoint: { ...plain.endpoint, statusCode, delay } })
    } else if (data !== undefined)
      endpoints.set(name, { endpoint: { name, data, statusCode, delay }, file })
    else if (!named.has(name)) faults.push({ file, ...placeOf(), detail: lacksData(name) })
  }
  const serve = new Map([...files.values()].flatMap((contents) => [...contents.serve]))
  const { kept, fault } = withinLimits(rules)
  return { endpoints, rules: kept, serve, faults: fault ? [...faults, fault] : faults }
}

/** Returns the rules within the limits, and a fault if there are more. */
function withinLimits(rules: readonly RuleInFile[]): {
  readonly kept: readonly RuleInFile[]
  readonly fault: FileFault | undefined
} {
  const counts = new Map<string, number>()
  let fault: FileFault | undefined
  const kept = rules.filter(({ file, endpoint }, i) => {
    const count = (counts.get(endpoint) ?? 0) + 1
    counts.set(endpoint, count)
    const isMany = i >= mostRules
    if (!isMany && count <= mostRulesOfEndpoint) return true
    const whose = isMany ? 'All endpoints together' : `Endpoint \`${endpoint}\``
    const limit = isMany ? mostRules : mostRulesOfEndpoint
    fault ??= { file, detail: `${whose} may have ${limit} rules: the rest are left out.` }
    return false
  })
  return { kept, fault }
}

/** Returns the endpoint names of plain files, readable or not. */
function plainNames(files: ReadonlyMap<string, Contents>): ReadonlySet<string> {
  return new Set([...files].flatMap(([file, { form }]) => (form === 'plain' ? nameOf(file) : [])))
}

function twice(name: string, plain: string): string {
  return `Endpoint \`${name}\` has its data here and in ${plain}, which is served. Remove one of them.`
}

function lacksData(name: string): string {
  return `Endpoint \`${name}\` has no data. Give it here as \`data\`, or in a file ${name}.json next to this one.`
}
