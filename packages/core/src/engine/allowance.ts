// How much work a search may be that nobody has to have: a little in any case, then a few
// milliseconds, of which all searches together get a share of the time.
import type { Clock } from '../model/time/clock.ts'

export interface Allowance {
  /** Begins a search. */
  begin(): Budget
}

interface Budget {
  /** Notes so much work, before it is done; returns whether it may be done. */
  spend(work: number): boolean
  /** To be called when the search is over. */
  end(): void
}

/** So much work is free: about half a millisecond. Small stores need less, so they never go without. */
const free = 300_000
/** After so much work it is time to look at the clock. */
const glance = 30_000
/** For one search, in milliseconds. */
const most = 5
/** How much of the time all searches get. */
const share = 0.2

export function createAllowance(clock: Clock): Allowance {
  let saved = most
  let savedAt = clock.now()

  function save(now: number): void {
    saved = Math.min(most, saved + share * (now - savedAt))
    savedAt = now
  }

  return {
    begin() {
      let left = free
      let working = 0
      let isOver = false
      let seenAt: number | undefined

      /** What was done since the last look is paid by all. */
      function look(): void {
        const now = clock.now()
        save(now)
        if (seenAt !== undefined) {
          saved -= now - seenAt
          working += now - seenAt
        }
        seenAt = now
        isOver = saved <= 0 || working >= most
      }

      return {
        spend(work) {
          if (isOver) return false
          left -= work
          if (left > 0) return true
          if (seenAt === undefined || left <= -glance) {
            look()
            left = 0
          }
          return !isOver
        },
        end() {
          if (seenAt !== undefined && !isOver) look()
        },
      }
    },
  }
}
