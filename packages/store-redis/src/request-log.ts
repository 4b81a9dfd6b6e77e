// The log of requests in Redis, which all daemons write and read.
import { randomBytes } from 'node:crypto'
import type { StoreError } from '@mock-endpoint/core'
import type { LoggedFrame, LogPage, RequestLog } from '@mock-endpoint/core/shared-journal'
import type { Asks } from './daemons/asks.ts'
import type { Reply } from './link/client.ts'
import { createHearing } from './link/hearing.ts'
import type { Link, Session } from './link/link.ts'
import { appendScript, clearLogScript, readLogScript, takeIdsScript } from './log-scripts.ts'

export interface RedisRequestLog extends RequestLog {
  /** Must be called when a session begins. */
  begin(session: Session): Promise<void>
  /** Notifies watchers that Redis can be reached again, because the log may have changed. */
  back(): void
  /** Drops the ids taken before the database was emptied, which other daemons may get again. */
  forgetIds(): void
  /** Appends everything that is not in the log yet. */
  finish(): Promise<void>
}

export interface RequestLogOptions {
  readonly name: string
  readonly prefix: string
  /** The channel that announces each append. */
  readonly channel: string
  readonly asks: Asks
  /** Returns the link. Throws until there is one. */
  readonly link: () => Link
}

/** Time that a daemon has to append its entries, in milliseconds. */
const patience = 1_000
/** The number of ids that a daemon takes at once. */
const block = 100_000
/** The number of frames that are read at once. */
const mostFrames = 8

export function createRequestLog({
  name,
  prefix,
  channel,
  asks,
  link,
}: RequestLogOptions): RedisRequestLog {
  const writer = randomBytes(8).toString('hex')
  const hearing = createHearing(channel, link)
  const appenders = new Set<() => Promise<void>>()
  let ids = { next: 0, end: 0 }
  let spare: typeof ids | undefined
  /** The end of all ids that this daemon was ever given. */
  let mostIds = 0
  let isTaking = false
  let emptied = 0

  /** The last position that was seen. */
  let position = 0

  /** Takes a block of ids. Drops it if the database was emptied meanwhile. */
  async function takeIds({ command }: Pick<Session, 'command'>): Promise<void> {
    const before = emptied
    const args = [takeIdsScript.text, '1', prefix, String(block), String(mostIds)]
    const end = Number(await command('EVAL', ...args)) + 1
    if (before !== emptied) return
    mostIds = end
    spare = { next: end - block, end }
  }

  function dropIds(): void {
    emptied += 1
    ids = { next: 0, end: 0 }
    spare = undefined
  }

  function takeMore(): void {
    if (isTaking) return
    isTaking = true
    Promise.resolve()
      .then(() => takeIds(link()))
      .catch(() => {})
      .finally(() => {
        isTaking = false
      })
  }

  /** A full Redis cannot begin a log. Without one so far, this daemon treats it as empty. */
  function orNothing(error: StoreError): undefined {
    if (error.kind !== 'full' || position > 0) throw error
  }

  async function append(): Promise<void> {
    await Promise.all([...appenders].map((each) => each()))
  }

  asks.answer('gather', async () => {
    await append()
    return ''
  })

  return {
    name,
    async begin(session) {
      await hearing.begin(session)
      // Redis may have been restored to a state before they were given. A full Redis gives none.
      dropIds()
      await takeIds(session).catch(() => {})
    },
    back: hearing.tell,
    forgetIds() {
      dropIds()
      takeMore()
    },
    nextId() {
      if (ids.next === ids.end && spare) {
        ids = spare
        spare = undefined
      }
      if (!spare && ids.end - ids.next < block / 2) takeMore()
      if (ids.next === ids.end) return 0
      ids.next += 1
      return ids.next - 1
    },
    async append({ text, ...frame }, number, limits) {
      const { entries, requests, bytes } = frame
      const numbers = [number, entries, requests, bytes, limits.entries, limits.bytes].map(String)
      const args = [writer, String(position), channel, text, ...numbers]
      return Number(await link().run(appendScript, args)) > 0
    },
    async read(after) {
      const args = [writer, String(Math.max(position, after)), String(after), String(mostFrames)]
      const reply = await link().run(readLogScript, args).catch(orNothing)
      if (!reply) return emptyPage
      const [state, frames] = reply as [string[], Reply[]]
      const [run = '', last, requests, cleared, before] = state
      const read = frames.map(toFrame)
      position = Number(last)
      return {
        run,
        position,
        requests: Number(requests),
        cleared: { position: Number(cleared), requests: Number(before) },
        frames: read,
        isWhole: read.length < mostFrames,
      }
    },
    async clear() {
      await link().run(clearLogScript, [writer, String(position), channel])
    },
    async gather() {
      await asks.ask(link(), { kind: 'gather', patience })
    },
    onGather: (each) => void appenders.add(each),
    watch: hearing.listen,
    finish: append,
  }
}

/** The page of a log that has not begun. */
const emptyPage: LogPage = {
  run: 'none',
  position: 0,
  requests: 0,
  cleared: { position: 0, requests: 0 },
  frames: [],
  isWhole: true,
}

function toFrame(reply: Reply): LoggedFrame {
  const [id, fields] = reply as [string, string[]]
  const values = new Map<string | undefined, string>()
  for (let i = 0; i < fields.length; i += 2) values.set(fields[i], fields[i + 1] ?? '')
  return {
    text: values.get('text') ?? '',
    entries: Number(values.get('entries')),
    requests: Number(values.get('requests')),
    before: Number(values.get('before')),
    position: Number(id.split('-')[0]),
  }
}
