// A notice that saving would overwrite something, with buttons to decide.
import { hrefOf, type Route } from '../shell/route.ts'

interface ConflictNoticeProps {
  /** The conflict with saving, if there is one. */
  readonly kind: 'changed' | 'taken' | 'gone' | undefined
  /** The word before the name: `Rule` for a rule. Default: none, for an endpoint. */
  readonly what?: string
  /** The name of the endpoint, or the id of the rule. */
  readonly name: string
  /** The route to the endpoint or rule that is in the way. */
  readonly place: Route
  /** Called to save anyway. */
  readonly onAgreed: () => void
  /** Called to show the version of the service. */
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
