// Reads the contents of a file: its endpoints, its rules and its faults.
import { type FileFault, Problem } from '@mock-endpoint/core'
import {
  type BodyOf,
  checkJson,
  type DocumentFault,
  type MocksDocument,
  nameFault,
  readDocument,
} from '@mock-endpoint/core/documents'
import { type BodyFiles, noBodies, readBodies } from './body-files.ts'
import { settingsFile } from './mock-path.ts'
import { faultOf } from './read-text.ts'

/** An endpoint of a file. */
export interface EndpointInFile {
  readonly name: string
  /** `undefined` if the data is in its own file. */
  readonly data: string | undefined
  readonly statusCode: number
  readonly delay: number
  /** The index of its entry in the text of the file. */
  readonly start: number
}

export interface RuleInFile {
  readonly file: string
  readonly id: string
  readonly endpoint: string
  /** Whether it is used up after a number of requests. */
  readonly isTemporary: boolean
  /** The rule as the control API takes it. */
  readonly json: string
  /** Its index in the list of the file. */
  readonly index: number
  /** The files with the bodies of its responses, by JSON Pointer, such as `/responses/0`. */
  readonly bodyFiles: ReadonlyMap<string, string>
}

export interface Contents {
  /** `plain`: the file has only the data of an endpoint. Otherwise the form of the document. */
  readonly form: 'plain' | MocksDocument['form']
  /** The text as it was read last, with or without faults. */
  readonly text: string
  readonly endpoints: ReadonlyMap<string, EndpointInFile>
  readonly rules: readonly RuleInFile[]
  /** The ports of endpoints that have their own port, by name. */
  readonly serve: ReadonlyMap<string, number>
  /** The files that responses take their bodies from. */
  readonly bodies: BodyFiles
  readonly faults: readonly FileFault[]
}

export interface FileText {
  readonly file: string
  readonly text: string
  readonly isInFolder: boolean
  /** The folder that the file is in. */
  readonly folder: string
}

const noPorts: ReadonlyMap<string, number> = new Map()

/** Returns the contents of a file. Entries that cannot be read stay as they were before. */
export async function readContents(
  from: FileText,
  before: Contents | undefined,
): Promise<Contents> {
  const { file, text, isInFolder, folder } = from
  try {
    if (isInFolder && file !== settingsFile) return await readPlain(from)
    const options = isInFolder
      ? ({ mayLackData: true, form: 'export' } as const)
      : { mayLackData: false }
    const document = await readDocument(text, options)
    const bodies = await readBodies(folder, document.bodyFiles, before?.bodies ?? noBodies)
    if (bodies.size === 0) return toContents(from, document, noBodies, before)
    const bodyOf: BodyOf = (name) => bodies.get(name)?.body ?? { fault: 'is not read' }
    return toContents(from, await readDocument(text, { ...options, bodyOf }), bodies, before)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return unreadable(from, faultOf(error), before)
  }
}

/** Returns the previous contents, now with a fault, of a file that cannot be read at all. */
export function unreadable(
  { file, text, isInFolder }: FileText,
  fault: Omit<FileFault, 'file'>,
  before: Contents | undefined,
): Contents {
  const none = {
    form: isInFolder && file !== settingsFile ? 'plain' : 'export',
    endpoints: new Map(),
    rules: [],
    serve: noPorts,
    bodies: noBodies,
  } as const
  return { ...(before ?? none), text, faults: [{ file, ...fault }] }
}

/** Returns the name of the endpoint of a plain file. */
export function nameOf(file: string): string {
  return file.replace(/\.json$/i, '')
}

async function readPlain({ file, text }: FileText): Promise<Contents> {
  const name = nameOf(file)
  const fault = nameFault(name)
  const common = { form: 'plain', text, rules: [], serve: noPorts, bodies: noBodies } as const
  if (fault !== undefined) {
    const detail = `The name of an endpoint ${fault}. Rename the file.`
    return { ...common, endpoints: new Map(), faults: [{ file, detail }] }
  }
  await checkJson(text)
  const endpoint = { name, data: text, statusCode: 200, delay: 0, start: 0 }
  return { ...common, endpoints: new Map([[name, endpoint]]), faults: [] }
}

function toContents(
  { file, text }: FileText,
  { form, endpoints, rules, serve, faults }: MocksDocument,
  bodies: BodyFiles,
  before: Contents | undefined,
): Contents {
  const found = new Map<string, EndpointInFile>()
  for (const { name, data, statusCode, delay, start } of endpoints) {
    found.set(name, { name, data, statusCode, delay, start })
  }
  for (const { endpoint: name } of faults) {
    const former = name === undefined ? undefined : before?.endpoints.get(name)
    if (former && !found.has(former.name)) found.set(former.name, former)
  }
  const ports = new Map(serve)
  for (const { port: name = '' } of faults) {
    const former = before?.serve.get(name)
    if (former !== undefined && !ports.has(name)) ports.set(name, former)
  }
  const read = rules.map(({ text: _text, start: _start, ...rule }) => ({ file, ...rule }))
  return {
    form,
    text,
    endpoints: found,
    rules: [...read, ...keptRules(faults, before, read)].sort((a, b) => a.index - b.index),
    serve: ports,
    bodies,
    faults: shownFaults(file, faults),
  }
}

/** Maximum number of faults of a file that are listed one by one. */
const mostFaults = 100

function shownFaults(file: string, faults: readonly DocumentFault[]): readonly FileFault[] {
  const shown = faults.slice(0, mostFaults).map(({ line, column, detail }) => {
    return { file, line, column, detail: asSentence(detail) }
  })
  const more = faults.length - shown.length
  return more === 0 ? shown : [...shown, { file, detail: `There are ${more} more faults.` }]
}

/** Returns rules that now have faults as they were before, with their current indexes. */
function keptRules(
  faults: readonly DocumentFault[],
  before: Contents | undefined,
  read: readonly RuleInFile[],
): readonly RuleInFile[] {
  const kept = new Map<string, RuleInFile>()
  if (!before || faults.length === 0) return []
  const formerly = new Map(before.rules.map((rule) => [rule.id, rule]))
  const there = new Set(read.map(({ id }) => id))
  for (const { rule: id = '', index } of faults) {
    const former = formerly.get(id)
    if (former && index !== undefined && !there.has(id)) kept.set(id, { ...former, index })
  }
  return [...kept.values()]
}

function asSentence(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${/[.?]$/.test(detail) ? '' : '.'}`
}
