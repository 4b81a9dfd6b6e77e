// What a file says: its endpoints, its rules, and what is wrong in it.
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

/** An endpoint as a file has it. */
export interface EndpointInFile {
  readonly name: string
  /** `undefined` when it is in a file of its own. */
  readonly data: string | undefined
  readonly statusCode: number
  readonly delay: number
  /** Where its entry begins in the text of the file. */
  readonly start: number
}

export interface RuleInFile {
  readonly file: string
  readonly id: string
  readonly endpoint: string
  /** Whether it is used up at some time. */
  readonly isTemporary: boolean
  /** As the control API takes it. */
  readonly json: string
  /** Its place in the list of the file. */
  readonly index: number
  /** The files that have the bodies of its responses, by JSON Pointers such as `/responses/0`. */
  readonly bodyFiles: ReadonlyMap<string, string>
}

export interface Contents {
  /** `plain`: the file is the data of an endpoint. Otherwise as documents are. */
  readonly form: 'plain' | MocksDocument['form']
  /** As it was read last, without faults or with some. */
  readonly text: string
  readonly endpoints: ReadonlyMap<string, EndpointInFile>
  readonly rules: readonly RuleInFile[]
  /** The ports that endpoints have to themselves, by name. */
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

/** What cannot be read stays as it was before. */
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

/** What there is when the text, or the file, cannot be read at all. */
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

/** The endpoint that a plain file is. */
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

/** A file may have this many faults that are told one by one. */
const mostFaults = 100

function shownFaults(file: string, faults: readonly DocumentFault[]): readonly FileFault[] {
  const shown = faults.slice(0, mostFaults).map(({ line, column, detail }) => {
    return { file, line, column, detail: asSentence(detail) }
  })
  const more = faults.length - shown.length
  return more === 0 ? shown : [...shown, { file, detail: `There are ${more} more faults.` }]
}

/** Rules with faults as they were before, at the places where they are now. */
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
