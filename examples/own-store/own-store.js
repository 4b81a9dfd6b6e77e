// A store in one file: a line of JSON for each write. What the lines add up to is kept in memory.
import { open } from 'node:fs/promises'
import { StoreError } from '@mock-endpoint/core'

/** Opens the store in this file, which is made if need be. */
export async function openOwnStore(path) {
  const file = await open(path, 'a+').catch((cause) => {
    throw new StoreError('unavailable', `${path} cannot be opened.`, { cause })
  })
  const { endpoints, rules } = await read(file)
  let lastWrite = Promise.resolve()
  let failure
  let closing

  function opened() {
    if (closing) throw new StoreError('unavailable', 'The store is closed.')
    return { endpoints, rules }
  }

  /** One write after the other: on disk first, then in memory. */
  async function write(change) {
    opened()
    const written = lastWrite.then(async () => {
      if (failure) throw failure
      await append(change)
      return apply({ endpoints, rules }, change)
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

  function rulesOf(endpoint) {
    return [...opened().rules.values()].filter((rule) => rule.endpoint === endpoint)
  }

  return {
    kind: 'own',
    get: (name) => opened().endpoints.get(name),
    put: (endpoint) => write({ put: endpoint }),
    remove: (name) => write({ remove: name }),
    clear: () => write({ clear: true }),
    async *list(range) {
      for (const name of inRange(opened().endpoints.keys(), range)) {
        const endpoint = opened().endpoints.get(name)
        if (endpoint) yield endpoint
      }
    },
    async *names(range) {
      yield inRange(opened().endpoints.keys(), range)
    },
    count: async () => opened().endpoints.size,
    putRule: (rule) => write({ putRule: rule }),
    // A line that is not whole counts for nothing, so it is all of them or none.
    putAll: (endpoints, rules) => write({ putAll: { endpoints, rules } }),
    removeRule: (id) => write({ removeRule: id }),
    clearRules: (endpoint) => write({ clearRules: true, endpoint }),
    getRule: (id) => opened().rules.get(id),
    rulesOf,
    async *namesWithRules(range) {
      const names = [...opened().rules.values()].map(({ endpoint }) => endpoint)
      yield* inRange(new Set(names), range)
    },
    countRules: async (endpoint) =>
      endpoint === undefined ? opened().rules.size : rulesOf(endpoint).length,
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
  const stored = { endpoints: new Map(), rules: new Map() }
  try {
    for (const line of whole.split('\n').slice(0, -1)) apply(stored, JSON.parse(line))
  } catch (cause) {
    await file.close()
    throw new StoreError('corrupt', 'A line of the file cannot be read.', { cause })
  }
  await file.truncate(Buffer.byteLength(whole))
  return stored
}

function apply({ endpoints, rules }, change) {
  const { put, remove, clear, putRule, putAll, removeRule, clearRules, endpoint } = change
  if (putAll) {
    for (const each of putAll.endpoints) apply({ endpoints, rules }, { put: each })
    for (const each of putAll.rules) apply({ endpoints, rules }, { putRule: each })
    return undefined
  }
  if (put) return void endpoints.set(put.name, put)
  if (putRule) {
    // A Map keeps the place of a key that is there. A rule of another endpoint goes to the end.
    if (rules.get(putRule.id)?.endpoint !== putRule.endpoint) rules.delete(putRule.id)
    return void rules.set(putRule.id, putRule)
  }
  if (removeRule !== undefined) return rules.delete(removeRule)
  if (clearRules) return removeRules(rules, endpoint)
  if (clear) {
    const { size } = endpoints
    endpoints.clear()
    rules.clear()
    return size
  }
  const existed = endpoints.delete(remove)
  if (existed) removeRules(rules, remove)
  return existed
}

/** Removes the rules of an endpoint, or all. Returns how many there were. */
function removeRules(rules, endpoint) {
  const before = rules.size
  for (const rule of rules.values()) {
    if (endpoint === undefined || rule.endpoint === endpoint) rules.delete(rule.id)
  }
  return before - rules.size
}

function inRange(names, { prefix = '', after = '' } = {}) {
  return [...names]
    .filter((name) => name.startsWith(prefix) && byBytes(name, after) > 0)
    .sort(byBytes)
}

function byBytes(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
