// Says that saving would overwrite something, and asks what is meant.
import { hrefOf, type Route } from '../shell/route.ts'

interface ConflictNoticeProps {
  /** What is in the way of saving it, if anything is. */
  readonly kind: 'changed' | 'taken' | 'gone' | undefined
  /** What it is about, as one names it: `Rule` for that of an id, nothing for an endpoint. */
  readonly what?: string
  /** Its name or id. */
  readonly name: string
  /** Where what is in the way can be seen. */
  readonly place: Route
  /** It shall be saved all the same. */
  readonly onAgreed: () => void
  /** What the service has shall be shown. */
  readonly onTheirs: () => void
}

export function ConflictNotice(props: ConflictNoticeProps) {
  return <div role="alert">{props.kind && <div class="notice">{contentOf(props)}</div>}</div>
}

function contentOf({ kind, what, name, place, onAgreed, onTheirs }: ConflictNoticeProps) {
  const named = (
    <>
      {what && `${what} `}
      <code>{name}</code>
    </>
  )
  switch (kind) {
    case 'taken':
      return (
        <>
          <p>{named} already exists. Open it or replace it?</p>
          <div class="choices">
            <a class="button" href={hrefOf(place)}>
              Open it
            </a>
            <button type="button" onClick={onAgreed}>
              Replace it
            </button>
          </div>
        </>
      )
    case 'changed':
      return (
        <>
          <p>{named} was changed elsewhere since you opened it.</p>
          <div class="choices">
            <button type="button" onClick={onTheirs}>
              Show theirs
            </button>
            <button type="button" onClick={onAgreed}>
              Overwrite
            </button>
          </div>
        </>
      )
    case 'gone':
      return (
        <>
          <p>{named} was removed elsewhere.</p>
          <button type="button" onClick={onAgreed}>
            Add it again
          </button>
        </>
      )
    default:
      return null
  }
}
