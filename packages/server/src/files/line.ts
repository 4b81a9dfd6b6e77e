// Work on the files, one piece after the other.

/** Does a piece of work when all that came before it is done. Settles as the work does. */
export type InLine = <T>(work: () => Promise<T>) => Promise<T>

export function createLine(): InLine {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
