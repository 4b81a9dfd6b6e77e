// Why no endpoint answered, what is close, and the way to an endpoint that would.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { hrefOf } from '../shell/route.ts'

export function Unmatched({ request }: { readonly request: RecordedRequest }) {
  const { path, nearMisses = [] } = request
  const name = nameIn(path)
  if (name === undefined) {
    return (
      <div class="unmatched-why">
        <p>
          Nothing is at this path. Endpoints answer at <code>/endpoint/</code> and their name.
        </p>
      </div>
    )
  }
  return (
    <div class="unmatched-why">
      <p>
        There was no endpoint <strong>{name}</strong>.
      </p>
      {nearMisses.length > 0 && (
        <p>
          Close to it:{' '}
          {nearMisses.map((near, i) => (
            <span key={near}>
              {i > 0 && ', '}
              <a href={hrefOf({ view: 'endpoints', name: near })}>{near}</a>
            </span>
          ))}
        </p>
      )}
      <p>
        <a class="button primary" href={hrefOf({ view: 'new', name })}>
          Add this endpoint
        </a>
      </p>
    </div>
  )
}

/** The name that was asked for; `undefined` when no endpoint can have it. */
function nameIn(path: string): string | undefined {
  const encoded = /^\/endpoint\/([^/]+)$/.exec(path)?.[1]
  if (encoded === undefined) return undefined
  try {
    const name = decodeURIComponent(encoded)
    return /[/\\\p{Cc}]|^\.\.?$/u.test(name) ? undefined : name
  } catch {
    return undefined
  }
}
