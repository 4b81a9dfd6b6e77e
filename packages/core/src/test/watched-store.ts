// A store on a watched database, with a clock of the test; closed when the test ends.
import { onTestFinished } from 'vitest'
import { type LevelStoreOptions, openLevelStore } from '../level.ts'
import type { EndpointStore } from '../model/store/store.ts'
import { type HandClock, handClock } from './hand-clock.ts'
import { type WatchedDatabase, watchedDatabase } from './watched-database.ts'

export interface WatchedStore extends WatchedDatabase {
  readonly store: EndpointStore
  readonly clock: HandClock
  /** What `onTrouble` was told: the kinds, and `undefined` when there was no more trouble. */
  readonly told: readonly (string | undefined)[]
  /**
   * What was asked of `admit`, which rejects while there is a `refusal`; and how often room was to be
   * made, which is possible when there are `rooms`.
   */
  readonly admission: {
    readonly asked: number[]
    refusal?: unknown
    rooms: number
    roomsAsked: number
  }
}

export async function openWatched(
  options: Pick<LevelStoreOptions, 'recovery'> = {},
): Promise<WatchedStore> {
  const watched = watchedDatabase()
  const clock = handClock()
  const told: (string | undefined)[] = []
  const admission: WatchedStore['admission'] = { asked: [], rooms: 0, roomsAsked: 0 }
  const store = await openLevelStore(watched.db, {
    ...options,
    clock,
    onTrouble: (reason) => told.push(reason?.kind),
    async admit(bytes) {
      admission.asked.push(bytes)
      if (admission.refusal !== undefined) throw admission.refusal
    },
    async makeRoom() {
      admission.roomsAsked++
      return admission.rooms-- > 0
    },
  })
  onTestFinished(() => store.close())
  return { ...watched, store, clock, told, admission }
}
