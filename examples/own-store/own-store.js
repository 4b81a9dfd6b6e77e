// A store in one file: a line of JSON for each write. What the lines add up to is kept in memory.
import { open } from 'node:fs/promises'
import { StoreError } from '@mock-endpoint/core'

/** Opens the store in this file, which is made if need be. */
export async function openOwnStore(path) {
  const file = await open(path, 'a+').catch((cause) => {
    throw new StoreError('unavailable', `${path} cannot be opened.`, { cause })
  })
  const endpoints = await read(file)
  let lastWrite = Promise.resolve()
  let failure
  let closing

  function opened() {
    if (closing) throw new StoreError('unavailable', 'The store is closed.')
    return endpoints
  }

  /** One write after the other: on disk first, then in memory. */
  async function write(change) {
    opened()
    const written = lastWrite.then(async () => {
      if (failure) throw failure
      await append(change)
      return apply(endpoints, change)
    })
    lastWrite = written.catch(() => undefined)
    return written
  }

  async function append(change) {
    try {
      await file.appendFile(`${JSON.stringify(change)}\n`)
      await file.datasync()
    } catch (cause) {
      // Half a line may be there: nothing may follow it until the file has been read again.
      const kind = cause.code === 'ENOSPC' ? 'full' : 'unavailable'
      failure = new StoreError(kind, 'The file takes no more writes.', { cause })
      throw failure
    }
  }

  function namesIn({ prefix = '', after = '' } = {}) {
    return [...opened().keys()]
      .filter((name) => name.startsWith(prefix) && byBytes(name, after) > 0)
      .sort(byBytes)
  }

  return {
    kind: 'own',
    get: (name) => opened().get(name),
    put: (endpoint) => write({ put: endpoint }),
    remove: (name) => write({ remove: name }),
    clear: () => write({ clear: true }),
    async *list(range) {
      for (const name of namesIn(range)) {
        const endpoint = opened().get(name)
        if (endpoint) yield endpoint
      }
    },
    async *names(range) {
      yield* namesIn(range)
    },
    count: async () => opened().size,
    async check() {
      opened()
      if (failure) throw failure
    },
    close() {
      closing ??= lastWrite.then(() => file.close())
      return closing
    },
  }
}

/** What the file holds. A last line that is not whole is of a write that never resolved. */
async function read(file) {
  const text = await file.readFile('utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const endpoints = new Map()
  try {
    for (const line of whole.split('\n').slice(0, -1)) apply(endpoints, JSON.parse(line))
  } catch (cause) {
    await file.close()
    throw new StoreError('corrupt', 'A line of the file cannot be read.', { cause })
  }
  await file.truncate(Buffer.byteLength(whole))
  return endpoints
}

function apply(endpoints, { put, remove, clear }) {
  if (put) return void endpoints.set(put.name, put)
  if (!clear) return endpoints.delete(remove)
  const { size } = endpoints
  endpoints.clear()
  return size
}

function byBytes(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
