// Turns changes by calls into changes of the files. The rest of the files stays as it is.

import { Buffer } from 'node:buffer'
import { type Endpoint, Problem } from '@mock-endpoint/core'
import {
  type ChangedEndpoint,
  changeExport,
  changeMembers,
  emptyDocument,
  readDocument,
  runYielding,
} from '@mock-endpoint/core/documents'
import type { Contents } from './contents.ts'
import type { MockFiles } from './mock-files.ts'
import { settingsFile } from './mock-path.ts'
import { splitRules } from './saved-bodies.ts'

/** The changes that a call makes. */
export interface Change {
  /** By name. `undefined` if the endpoint is removed. */
  readonly endpoints: ReadonlyMap<string, Endpoint | undefined>
  /** Permanent rules as JSON, by id. `undefined` if the rule is removed. */
  readonly rules: ReadonlyMap<string, string | undefined>
}

/** The new contents of changed files, in the order of writing; `undefined` for a removed file. */
export type Texts = ReadonlyMap<string, string | Uint8Array | undefined>

/** Rejects with a `Problem` if no file can contain the change, or a document cannot be changed. */
export type Plan = (change: Change) => Promise<Texts>

export function createPlan(files: MockFiles): Plan {
  const { path } = files
  const [alone = ''] = path.isFolder ? [settingsFile] : [...files.names()]
  /** The form of that file, also after it was removed. */
  let form = files.contents(alone)?.form

  return async ({ endpoints, rules }) => {
    const texts = new Map<string, string | Uint8Array | undefined>()
    const document = files.contents(alone)
    const text = document?.text ?? emptyDocument
    form = document?.form ?? form
    if (form === 'members') {
      refuseBeyondMembers({ endpoints, rules }, alone)
      const members = new Map([...endpoints].map(([name, each]) => [name, each?.data.trim()]))
      const made = runYielding(changeMembers(text, members))
      texts.set(alone, (await changed(text, 'members', made)).text)
      return texts
    }
    const listed = new Map<string, ChangedEndpoint | undefined>()
    const place = createPlace(files, document)
    for (const [name, endpoint] of endpoints) {
      const plain = place(name)
      if (plain !== undefined) texts.set(plain, plainText(files.contents(plain), endpoint))
      const entry = endpoint && entryOf(endpoint, plain !== undefined)
      const isPlain = plain !== undefined && isDefault(endpoint) && !document?.endpoints.has(name)
      if (!isPlain || !endpoint) listed.set(name, entry)
    }
    for (const [file, after] of texts) {
      if (after === undefined && !files.contents(file)) texts.delete(file)
    }
    const split = await splitRules(rules, document, path.folder)
    const made = runYielding(changeExport(text, { endpoints: listed, rules: split.rules }))
    const after = await changed(text, 'export', made)
    for (const [file, bytes] of split.bodies) texts.set(file, bytes)
    if (after.text !== text || split.bodies.size > 0) texts.set(alone, after.text)
    for (const file of unusedBodies(document, after)) texts.set(file, undefined)
    return texts
  }
}

/** Finds the existing or new plain file of an endpoint; `undefined` if it is in the document. */
function createPlace(
  files: MockFiles,
  document: Contents | undefined,
): (name: string) => string | undefined {
  const names = new Set(files.names())
  return (name) => {
    if (!files.path.isFolder) return undefined
    const { file = '' } = files.mocks().endpoints.get(name) ?? {}
    if (files.contents(file)?.form === 'plain') return file
    if (document?.endpoints.get(name)?.data !== undefined) return undefined
    const made = fileNameFor(name, names)
    if (made !== undefined) names.add(made)
    return made
  }
}

/** Returns the files that no response takes its body from any more. */
function unusedBodies(document: Contents | undefined, { bodyFiles }: Changed): readonly string[] {
  if (!document || !bodyFiles) return []
  const there = [...document.bodies].filter(([, { state }]) => state !== undefined)
  return there.flatMap(([file]) => (bodyFiles.has(file) ? [] : file))
}

interface Changed {
  readonly text: string
  /** The body files that the text names; `undefined` if nothing has changed. */
  readonly bodyFiles?: ReadonlySet<string>
}

/** Resolves to a changed document. Rejects if it has more faults than before, or another form. */
async function changed(
  before: string,
  form: 'export' | 'members',
  made: ReturnType<typeof runYielding<string>>,
): Promise<Changed> {
  const text = await made
  if (text === before) return { text }
  const [then, now] = await Promise.all([readAs(before, form), readAs(text, form)])
  if (now.faults.length <= then.faults.length) return { text, bodyFiles: now.bodyFiles }
  throw new Problem('invalid-json', `${now.faults[0] ?? 'it'}.`)
}

async function readAs(
  text: string,
  form: 'export' | 'members',
): Promise<{ readonly faults: readonly string[]; readonly bodyFiles: ReadonlySet<string> }> {
  const options = form === 'export' ? ({ mayLackData: true, form } as const) : { mayLackData: true }
  const { form: found, faults, bodyFiles } = await readDocument(text, options)
  const others = faults.map(({ detail }) => detail)
  const all = found === form ? others : ['it would be read in another way', ...others]
  return { faults: all, bodyFiles }
}

function entryOf(endpoint: Endpoint, hasFile: boolean): ChangedEndpoint {
  const { name, data, statusCode, delay } = endpoint
  return hasFile ? { name, statusCode, delay } : { name, data: data.trim(), statusCode, delay }
}

function isDefault(endpoint: Endpoint | undefined): boolean {
  return endpoint === undefined || (endpoint.statusCode === 200 && endpoint.delay === 0)
}

/** Returns data with the file's white space around it, because most files end with a line break. */
function plainText(
  before: Contents | undefined,
  endpoint: Endpoint | undefined,
): string | undefined {
  if (!endpoint) return undefined
  const data = endpoint.data.trim()
  const text = before?.text ?? ''
  if (text.trim() === '') return data
  const start = text.length - text.trimStart().length
  return text.slice(0, start) + data + text.slice(text.trimEnd().length)
}

/** Throws a `Problem` for a change of anything but data, or if a name has another meaning. */
function refuseBeyondMembers({ endpoints, rules }: Change, file: string): void {
  if ([...rules.values()].some((rule) => rule !== undefined)) {
    const detail = `${file} holds endpoints only. Temporary rules work; serve a folder to save others.`
    throw new Problem('invalid-rule', detail)
  }
  for (const [name, endpoint] of endpoints) {
    if (name === 'endpoints' || name === '$schema') {
      const detail = `In ${file} the member \`${name}\` means something else: it cannot be an endpoint.`
      throw new Problem('invalid-endpoint', detail)
    }
    if (isDefault(endpoint)) continue
    const detail = `${file} holds the data of endpoints only: keep the default status and delay, or serve a folder.`
    throw new Problem('invalid-endpoint', detail)
  }
}

/** Letters of every script, digits, and signs without a meaning in shells and file systems. */
const plainName = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .@+=,~-]*$/u
const reservedName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const longestName = 255

/** Returns the file name for an endpoint; `undefined` if some system does not allow such a file. */
function fileNameFor(name: string, others: Iterable<string>): string | undefined {
  const file = `${name}.json`
  if (!plainName.test(name) || /[ .]$/.test(name) || reservedName.test(name)) return undefined
  if (Buffer.byteLength(file) > longestName || file.toLowerCase() === settingsFile) return undefined
  for (const other of others) {
    // On some systems, two names that differ only in case are the same.
    if (other !== file && other.toLowerCase() === file.toLowerCase()) return undefined
  }
  return file
}
