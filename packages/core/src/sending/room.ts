// Limits how many messages may be pending, and how many bytes they may have together.
import { Problem } from '../model/problem/problem.ts'
import type { Message } from './messages.ts'

export interface Room {
  /** Takes room. Returns a function to release it. Throws `too-many-deliveries` if it is full. */
  take(messages: readonly Message[]): () => void
}

const most = { messages: 10_000, bytes: 64 * 1024 * 1024 }

export function createRoom(): Room {
  const taken = { messages: 0, bytes: 0 }
  return {
    take(messages) {
      // Duplicates share a body.
      const bodies = new Set(messages.map(({ body }) => body))
      const bytes = [...bodies].reduce((sum, { byteLength }) => sum + byteLength, 0)
      const isFull =
        taken.messages + messages.length > most.messages || taken.bytes + bytes > most.bytes
      if (isFull && taken.messages > 0) throw tooMany()
      taken.messages += messages.length
      taken.bytes += bytes
      return () => {
        taken.messages -= messages.length
        taken.bytes -= bytes
      }
    },
  }
}

function tooMany(): Problem {
  const detail = `Too many webhooks are being sent: ${most.messages} messages may be pending, of ${most.bytes / 1024 / 1024} MiB in all. Send this one when some have ended, or cancel them with a reset.`
  const extensions = { limit: most.messages }
  return new Problem('too-many-deliveries', detail, extensions, { headers: { 'retry-after': '1' } })
}
