// Requests in the order of their last change.
import type { KeptRequest } from './kept-request.ts'

export interface ChangeList {
  /** Adds a request that is not in the list, as the last one. */
  append(request: KeptRequest): void
  remove(request: KeptRequest): void
  /** Returns the requests that changed after a position. */
  after(position: number): KeptRequest[]
}

/** Creates a linked list. The requests themselves are its nodes. */
export function createChangeList(): ChangeList {
  let last: KeptRequest | undefined

  function remove(request: KeptRequest): void {
    const { changedBefore, changedAfter } = request
    if (changedBefore) changedBefore.changedAfter = changedAfter
    if (changedAfter) changedAfter.changedBefore = changedBefore
    else last = changedBefore
    // Otherwise, a removed request that is still pending would keep all later ones alive.
    request.changedBefore = request.changedAfter = undefined
  }

  return {
    append(request) {
      request.changedBefore = last
      request.changedAfter = undefined
      if (last) last.changedAfter = request
      last = request
    },
    remove,
    after(position) {
      const found: KeptRequest[] = []
      let request = last
      while (request && request.changed > position) {
        found.push(request)
        request = request.changedBefore
      }
      return found.reverse()
    },
  }
}
