// Loaded before the daemon, so that its LevelDB syncs nothing.
import { Level } from './level.mjs'

const { _batch: write } = Level.prototype
Level.prototype._batch = function (operations, options) {
  return write.call(this, operations, { ...options, sync: false })
}
