// A file of records that is imported, or standard input: its bytes as they come.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { FileFault } from '@mock-endpoint/core'
import { codeOf, endpointToJson } from '@mock-endpoint/core/client'
import { findInMocks } from '../../files/read-mocks.ts'
import { ExitError, exitCodes } from '../../program/exit.ts'
import type { Host } from '../../terminal/host.ts'
import { forTerminal } from '../../terminal/request-line.ts'

export interface RecordFile {
  /** For messages. */
  readonly name: string
  /** How many bytes it has; `undefined` when nobody knows. */
  readonly size: number | undefined
  /** How many bytes of it were read. */
  readonly done: () => number
  /** Ends when the signal aborts. Rejects with an `ExitError` when it cannot be read. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** What of a folder cannot be read. Default: nothing. */
  readonly faults?: readonly FileFault[]
}

/** Whether a file of that name has JSON Lines. */
export function hasLinesName(name: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(name)
}

const chunkLength = 256 * 1024

export async function openRecordFile(
  given: string,
  { cwd, stdin }: Host,
  signal: AbortSignal,
): Promise<RecordFile> {
  const isInput = given === '-'
  const path = resolve(cwd, given)
  const name = isInput ? 'standard input' : forTerminal(given)
  const refuse = (error: unknown): never => {
    const sentence = `${name} cannot be read (${codeOf(error)}).`
    throw new ExitError(exitCodes.badSetting, sentence, { cause: error })
  }
  const found = isInput ? undefined : await stat(path).catch(refuse)
  if (found?.isDirectory() || (found?.isFile() && (await hasMembers(path))))
    return openServed(path, given)
  let done = 0

  async function* read(): AsyncGenerator<Uint8Array> {
    const source = isInput ? stdin : createReadStream(path, { highWaterMark: chunkLength })
    try {
      for await (const chunk of untilAborted(source, signal)) {
        done += chunk.length
        yield chunk
      }
    } catch (error) {
      refuse(error)
    }
  }

  return { name, size: found?.isFile() ? found.size : undefined, done: () => done, chunks: read() }
}

/** Whether it looks like a file of which each member is an endpoint. */
async function hasMembers(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestName), 0, longestName, 0)
    const start = buffer.toString('utf8', 0, bytesRead)
    const [, first] = /^\uFEFF?\s*\{\s*"((?:[^"\\]|\\.)*)"/.exec(start) ?? []
    return first !== undefined && !exported.includes(first) && path.endsWith('.json')
  } finally {
    await file.close()
  }
}

const longestName = 2048
/** What an export may begin with. */
const exported = ['$schema', 'endpoints', 'rules', 'serve']

/** A folder, or a file of members, as it would be served: as the text of an export. */
async function openServed(path: string, given: string): Promise<RecordFile> {
  const found = await findInMocks(path).catch((cause: Error) => {
    throw new ExitError(exitCodes.badSetting, cause.message, { cause })
  })
  const { endpoints, rules, path: served } = found
  const faults = found.faults.map((fault) => {
    return { ...fault, file: served.isFolder ? join(given, fault.file) : given }
  })
  const texts = endpoints.map(endpointToJson).join(',')
  const bytes = Buffer.from(`{"endpoints":[${texts}],"rules":[${rules.join(',')}]}`)
  async function* read(): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  return { name: forTerminal(given), size: undefined, done: () => 0, chunks: read(), faults }
}

/** Ends at the abort, also while it waits for the next chunk. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await nextUnlessAborted(iterator, signal)
      if (!next || next.done) return
      yield next.value
    }
  } finally {
    // Input that nobody ends would keep the program from ending.
    if (source instanceof Readable) source.destroy()
  }
}

/** Not a race with one promise for all of them, which would keep every chunk that it lost to. */
function nextUnlessAborted<T>(
  iterator: AsyncIterator<T>,
  signal: AbortSignal,
): Promise<IteratorResult<T> | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}
