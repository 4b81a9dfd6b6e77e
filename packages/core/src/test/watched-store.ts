// A store on a watched database, with a clock that the test controls. Closed when the test ends.
import { onTestFinished } from 'vitest'
import { type LevelStoreOptions, openLevelStore } from '../level.ts'
import type { EndpointStore } from '../model/store/store.ts'
import { type HandClock, handClock } from './hand-clock.ts'
import { type WatchedDatabase, watchedDatabase } from './watched-database.ts'

export interface WatchedStore extends WatchedDatabase {
  readonly store: EndpointStore
  readonly clock: HandClock
  /** The kinds of trouble that `onTrouble` got, and `undefined` for each end of it. */
  readonly told: readonly (string | undefined)[]
  /**
   * `asked`: the bytes that `admit` got. It rejects while there is a `refusal`. `roomsAsked`: the
   * number of calls of `makeRoom`, which succeeds while there are `rooms`.
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
