// Reads the bytes of records to import from a file, a folder or standard input.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { FileFault } from '@mock-endpoint/core'
import { codeOf, endpointToJson } from '@mock-endpoint/core/client'
import { hintFor } from '../../files/mock-path.ts'
import { findInMocks } from '../../files/read-mocks.ts'
import { ExitError, exitCodes } from '../../program/exit.ts'
import type { Host } from '../../terminal/host.ts'
import { forTerminal } from '../../terminal/request-line.ts'

export interface RecordFile {
  /** The name in messages. */
  readonly name: string
  /** The size in bytes. `undefined` if unknown. */
  readonly size: number | undefined
  /** Returns the number of bytes read so far. */
  readonly done: () => number
  /** The bytes. Ends when the signal aborts. Rejects with an `ExitError` if they cannot be read. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Faults that make parts of a folder, or of a file of members, unreadable. Default: none. */
  readonly faults?: readonly FileFault[]
}

/** Whether a file name has an extension of JSON Lines. */
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
  const hint = hintFor(path)
  if (hint !== '') {
    throw new ExitError(exitCodes.badSetting, `${name} is not an export of mock-endpoint${hint}.`)
  }
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

/** Whether this looks like a file in which each member is an endpoint. */
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
/** Members that an export may begin with. */
const exported = ['$schema', 'endpoints', 'rules', 'serve']

/** Reads a folder, or a file of members, as a daemon serves it, into the bytes of an export. */
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

/** Yields the chunks until the signal aborts, even while it waits for the next chunk. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await nextUnlessAborted(iterator, signal)
      if (!next || next.done) return
      yield next.value
    }
  } finally {
    // An open standard input would keep the process running.
    if (source instanceof Readable) source.destroy()
  }
}

/** Does not race with one shared promise for all chunks, because that would retain every chunk. */
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
