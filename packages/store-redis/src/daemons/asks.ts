// Questions to all daemons, including this one. Each daemon replies to the one that asks.
import { randomBytes } from 'node:crypto'
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import { type Awaitable, StoreError } from '@mock-endpoint/core'
import type { Reply } from '../link/client.ts'
import type { Link, Session } from '../link/link.ts'

export interface Asks {
  /** Must be called when a session begins. */
  begin(session: Session): Promise<void>
  /**
   * Resolves to the replies of the daemons, without those that take longer than `patience`. Rejects
   * with the error of one of them.
   */
  ask(link: Asking, question: Question): Promise<readonly string[]>
  /** Sets the function that answers questions of this kind. */
  answer(kind: string, answer: (text: string) => Awaitable<string>): void
}

type Asking = Pick<Link, 'command'>

interface Question {
  /** One word, without spaces. */
  readonly kind: string
  readonly text?: string
  /** In milliseconds. */
  readonly patience: number
}

interface Round {
  /** The number of daemons that were asked, or infinity until it is known. */
  asked: number
  readonly replies: string[]
  readonly end: () => void
}

const failed = '!'
const done = '+'

/** `prefix` includes the database, because all databases of a Redis have the same channels. */
export function createAsks(prefix: string): Asks {
  const id = randomBytes(8).toString('hex')
  const asked = `${prefix}ask`
  const answered = (asker: string): string => `${prefix}ask:${asker}`
  const rounds = new Map<string, Round>()
  const answers = new Map<string, (text: string) => Awaitable<string>>()
  let tokens = 0

  /** Without subscribers to patterns. Resolves to `undefined` if the command is forbidden. */
  async function countDaemons(link: Asking): Promise<number | undefined> {
    try {
      const [, count] = (await link.command('PUBSUB', 'NUMSUB', asked)) as Reply[]
      return Number(count)
    } catch {
      return undefined
    }
  }

  function settle({ asked: count, replies, end }: Round): void {
    if (replies.length >= count) end()
  }

  function take(token: string, reply: string): void {
    const round = rounds.get(token)
    if (!round) return
    round.replies.push(reply)
    settle(round)
  }

  /** Replies synchronously if the answer is not a promise, so that nothing runs in between. */
  function replyTo(kind: string, text: string, reply: (text: string) => void): void {
    const fail = (error: unknown): void => reply(failed + (error as Error).message)
    try {
      const answer = answers.get(kind)?.(text) ?? ''
      if (typeof answer === 'string') reply(done + answer)
      else answer.then((later) => reply(done + later), fail)
    } catch (error) {
      fail(error)
    }
  }

  function hear(session: Session, message: string): void {
    const [asker = '', token = '', kind = '', ...rest] = message.split(' ')
    replyTo(kind, rest.join(' '), (reply) => {
      if (asker === id) take(token, reply)
      else session.command('PUBLISH', answered(asker), `${token} ${reply}`).catch(() => {})
    })
  }

  return {
    async begin(session) {
      await session.subscribe(answered(id), (message) => {
        const space = message.indexOf(' ')
        take(message.slice(0, space), message.slice(space + 1))
      })
      await session.subscribe(asked, (message) => hear(session, message))
    },
    async ask(link, { kind, text = '', patience }) {
      const token = String(++tokens)
      let timer: NodeJS.Timeout | undefined
      const replies: string[] = []
      const ended = new Promise<void>((end) => {
        timer = setTimeout(end, patience)
        rounds.set(token, { asked: Number.POSITIVE_INFINITY, replies, end })
      })
      try {
        const [daemons, listeners] = await Promise.all([
          countDaemons(link),
          link.command('PUBLISH', asked, `${id} ${token} ${kind} ${text}`),
        ])
        const round = rounds.get(token)
        if (round) settle(Object.assign(round, { asked: daemons ?? Number(listeners) }))
        await ended
      } finally {
        clearTimeout(timer)
        rounds.delete(token)
      }
      const failure = replies.find((reply) => reply.startsWith(failed))
      if (failure !== undefined) throw new StoreError('unavailable', failure.slice(failed.length))
      return replies.map((reply) => reply.slice(done.length))
    },
    answer: (kind, answer) => void answers.set(kind, answer),
  }
}
