// Summaries of endpoints: finds the matching names first, then reads their records, one at a time.
import type { EndpointSummary, SummaryPage } from '../../control/control.ts'
import type { Registry } from '../../engine/registry.ts'
import { mostUnreadable } from '../../engine/unreadable-names.ts'
import type { Workspace } from '../../engine/workspace.ts'
import type { Endpoint } from '../../model/endpoint/endpoint.ts'
import type { Files } from '../../model/endpoint/files.ts'
import { byteLength, compareUtf8, copyText } from '../../model/json/utf8.ts'
import { type NameRange, StoreError } from '../../model/store/store.ts'
import { createPause } from '../../model/time/yielding.ts'
import { type QueryMembers, readQuery, summaryQuerySchema } from './queries.ts'

/** Maximum number of names that a call checks. */
const mostNames = 100_000
/** A page ends when more characters than this were read for it: about 50 endpoints of 10 MiB. */
const mostRead = 512 * 1024 * 1024
/** Number of characters of the data that a summary includes. */
const shown = 200

export async function listSummaries(
  { registry, files, origins }: Workspace,
  query: QueryMembers,
  signal: AbortSignal | undefined,
): Promise<SummaryPage> {
  const { search, after, limit } = readQuery(summaryQuerySchema, query)
  const wanted = { search: search.toLowerCase(), after, limit }
  const found = await findNames(wanted, registry, signal)
  const pause = createPause()
  const endpoints: EndpointSummary[] = []
  const unreadable: string[] = []
  let { next } = found
  let read = 0
  for (const name of found.names) {
    if (signal?.aborted) break
    await pause()
    const endpoint = await readUnless(unreadable, registry, name)
    if (!endpoint) continue
    const rules = await registry.rules.count(name)
    const origin = origins.get(name)
    endpoints.push({
      ...toSummary(endpoint, rules),
      ...fileOf(files, name),
      ...(origin !== undefined && { origin }),
    })
    read += endpoint.data.length
    if (read <= mostRead || name === found.names.at(-1)) continue
    next = name
    break
  }
  const { total } = found
  return {
    endpoints,
    next,
    ...(total !== undefined && { total }),
    ...(unreadable.length > 0 && { unreadable }),
  }
}

interface Found {
  readonly names: readonly string[]
  readonly next: string | null
  readonly total: number | undefined
}

interface Wanted {
  /** In lower case. */
  readonly search: string
  readonly after: string | undefined
  readonly limit: number
}

async function findNames(
  { search, after, limit }: Wanted,
  registry: Registry,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const look = createLook(registry, signal)
  const names: string[] = []
  let matching = 0
  let last = ''
  const isMatch = (name: string): boolean => name.toLowerCase().includes(search)
  const hasSeenRest = await look({ after }, (name) => {
    last = name
    if (!isMatch(name)) return true
    matching += 1
    if (names.length < limit) names.push(name)
    // Only a search continues after the limit, to count all matches.
    return search !== '' || matching <= limit
  })
  if (names.length === limit) last = names.at(-1) ?? ''
  const next = hasSeenRest && matching <= limit ? null : last
  if (search === '') return { names, next, total: await registry.count() }
  const hasSeenAll =
    hasSeenRest &&
    (after === undefined ||
      (await look({}, (name) => {
        if (compareUtf8(name, after) > 0) return false
        if (isMatch(name)) matching += 1
        return true
      })))
  return { names, next, total: hasSeenAll ? matching : undefined }
}

/**
 * Passes the names of a range to `see` until it returns false. Resolves to false if the work limit
 * of the call or a disconnect ended this earlier.
 */
type Look = (range: NameRange, see: (name: string) => boolean) => Promise<boolean>

function createLook(registry: Registry, signal: AbortSignal | undefined): Look {
  const pause = createPause()
  let left = mostNames
  return async (range, see) => {
    for await (const names of registry.names(range)) {
      for (const name of names) {
        if (left === 0) return false
        left -= 1
        if (left % 100 === 0) {
          await pause()
          if (signal?.aborted) return false
        }
        if (!see(name)) return true
      }
    }
    return true
  }
}

async function readUnless(
  unreadable: string[],
  registry: Registry,
  name: string,
): Promise<Endpoint | undefined> {
  try {
    return await registry.get(name)
  } catch (error) {
    if (!(error instanceof StoreError && error.kind === 'corrupt')) throw error
    if (unreadable.length < mostUnreadable) unreadable.push(name)
    return undefined
  }
}

function toSummary({ name, statusCode, delay, data }: Endpoint, rules: number): EndpointSummary {
  return { name, statusCode, delay, dataBytes: byteLength(data), dataStart: startOf(data), rules }
}

function fileOf(
  files: Files | undefined,
  name: string,
): Pick<EndpointSummary, 'file' | 'changed'> | undefined {
  const origin = files?.originOf(name)
  return origin && { file: origin.file, ...(origin.isChanged && { changed: true }) }
}

/** Returns a copy, because a slice would keep all data in memory. Never splits a surrogate pair. */
function startOf(data: string): string {
  if (data.length <= shown) return data
  const isSplit = (data.codePointAt(shown - 1) ?? 0) > 0xffff
  return copyText(data.slice(0, isSplit ? shown - 1 : shown))
}
