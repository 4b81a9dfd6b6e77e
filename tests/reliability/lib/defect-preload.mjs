// Loaded before the daemon. Each defect changes what the daemon builds on (LevelDB, Node and V8),
// never its own code, so that refactoring the daemon does not break a check.
import { promises } from 'node:fs'
import { Server as HttpServer } from 'node:http'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'

const defects = {
  /** A batch resolves 20 ms before it is written. The next look-up waits, so counts stay right. */
  'acknowledges early'() {
    let written = Promise.resolve()
    replace(level(), 'batch', async (batch, ...rest) => {
      written = sleep(20).then(() => batch(...rest))
      written.catch(() => {})
    })
    replace(level(), 'hasMany', (hasMany, ...rest) => written.then(() => hasMany(...rest)))
  },
  'does not sync'() {
    replace(level(), 'batch', (batch, operations, options) => {
      return batch(operations, { ...options, sync: false })
    })
  },
  'forgets to remove'() {
    replace(level(), 'batch', (batch, operations, options) => {
      return batch(
        operations.filter(({ type }) => type !== 'del'),
        options,
      )
    })
  },
  /** The database stays open when the daemon closes it, so opening it again does nothing. */
  'never reopens'() {
    replace(level(), 'close', async () => {})
  },
  /** The stored numbers of endpoints and rules cannot be found, so the daemon counts them instead. */
  recounts() {
    replace(level(), 'get', async (get, key, options) => {
      return key === 'meta/count' || key === 'meta/rules' ? undefined : get(key, options)
    })
  },
  /** Not a bug: LevelDB makes new files as often as it can. */
  'makes small files'() {
    replace(level(), 'open', (open, options) => open({ ...options, writeBufferSize: 65_536 }))
  },
  /** The data folder looks empty to the daemon. LevelDB does not list its files by Node. */
  'sees no files'() {
    replace(promises, 'readdir', async (readdir, path, options) => {
      return String(path).includes('.mock-endpoint') ? [] : readdir(path, options)
    })
    syncBuiltinESMExports()
  },
  /** Until a write fails, there seems to be room, as if it was taken after the daemon's check. */
  'sees room'() {
    let unseen = 128 * 1024 * 1024
    replace(promises, 'statfs', async (statfs, path) => {
      const found = await statfs(path)
      return { ...found, bavail: found.bavail + unseen / found.bsize }
    })
    syncBuiltinESMExports()
    replace(level(), 'batch', (batch, ...rest) => {
      const written = batch(...rest)
      written.catch?.(() => {
        unseen = 0
      })
      return written
    })
  },
  /** Text that is JSON is parsed and printed again when it is decoded. */
  'reprints JSON'() {
    replace(TextDecoder.prototype, 'decode', (decode, ...rest) => {
      const text = decode(...rest)
      try {
        return JSON.stringify(JSON.parse(text))
      } catch {
        return text
      }
    })
  },
  /** Each request blocks the process for 60 ms. */
  'is busy'() {
    replace(HttpServer.prototype, 'emit', (emit, event, ...rest) => {
      const until = performance.now() + (event === 'request' ? 60 : 0)
      while (performance.now() < until);
      return emit(event, ...rest)
    })
  },
  /** Sockets do not emit `close`, from which requests and responses learn that they ended. */
  'misses closed connections'() {
    replace(Socket.prototype, 'emit', (emit, event, ...rest) => {
      return event !== 'close' && emit(event, ...rest)
    })
  },
  /** V8 collects garbage as it does by default, whatever its flags are. */
  'does not tune V8'() {
    replace(v8, 'setFlagsFromString', () => {})
    syncBuiltinESMExports()
  },
  'never closes'() {
    replace(Server.prototype, 'close', (_, closed = () => {}) => void setImmediate(closed))
  },
}

/** Returns the prototype of the databases that the daemon opens. */
function level() {
  const core = createRequire(import.meta.resolve('@mock-endpoint/core/level'))
  return core('level').Level.prototype
}

/** Replaces a method. The replacement gets the original method, bound, and the arguments. */
function replace(object, method, replacement) {
  const original = object[method]
  object[method] = function (...rest) {
    return replacement(original.bind(this), ...rest)
  }
}

for (const name of new URL(import.meta.url).searchParams.getAll('defect')) defects[name]()
