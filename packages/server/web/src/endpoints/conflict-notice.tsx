// Says that saving would overwrite something, and asks what is meant.
import { hrefOf } from '../shell/route.ts'
import type { Conflict, Draft } from './draft.ts'

interface ConflictNoticeProps {
  readonly draft: Draft
  /** It shall be saved all the same. */
  readonly onAgreed: (conflict: Conflict) => void
  /** What the service has shall be shown. */
  readonly onTheirs: () => void
}

export function ConflictNotice({ draft, onAgreed, onTheirs }: ConflictNoticeProps) {
  const { conflict, fields, base } = draft
  const found = conflict.value
  // Another name is not taken, or not known to be.
  const isPast = found?.kind === 'taken' && found.theirs.name !== fields.name.value
  return <div role="alert">{found && !isPast && <div class="notice">{contentOf(found)}</div>}</div>

  function contentOf(found: Conflict) {
    const agree = (): void => onAgreed(found)
    switch (found.kind) {
      case 'taken':
        return (
          <>
            <p>
              <code>{found.theirs.name}</code> already exists. Open it or replace it?
            </p>
            <div class="choices">
              <a class="button" href={hrefOf({ view: 'endpoints', name: found.theirs.name })}>
                Open it
              </a>
              <button type="button" onClick={agree}>
                Replace it
              </button>
            </div>
          </>
        )
      case 'changed':
        return (
          <>
            <p>
              <code>{base.value.name}</code> was changed elsewhere since you opened it.
            </p>
            <div class="choices">
              <button type="button" onClick={onTheirs}>
                Show theirs
              </button>
              <button type="button" onClick={agree}>
                Overwrite
              </button>
            </div>
          </>
        )
      case 'gone':
        return (
          <>
            <p>
              <code>{base.value.name}</code> was removed elsewhere.
            </p>
            <button type="button" onClick={agree}>
              Add it again
            </button>
          </>
        )
    }
  }
}
