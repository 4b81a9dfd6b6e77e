// Why a request is unmatched, with near misses, and links to add an endpoint or a rule.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { type Asked, askedIn } from '../../api/asked-in.ts'
import { hrefOf } from '../../shell/route.ts'
import { RuleLink } from './rule-link.tsx'

export function Unmatched({ request }: { readonly request: RecordedRequest }) {
  const asked = askedIn(request.path)
  return (
    <div class="notice why">
      {asked ? (
        <Why request={request} {...asked} />
      ) : (
        <p>
          Nothing is at this path. Endpoints answer at <code>/endpoint/</code> and their name.
        </p>
      )}
    </div>
  )
}

interface WhyProps extends Asked {
  readonly request: RecordedRequest
}

function Why({ request: { closest, nearMisses = [] }, name, below }: WhyProps) {
  const isBelow = below !== undefined
  const rules = (
    <a class={`button ${isBelow ? 'primary' : ''}`} href={hrefOf({ view: 'endpoints', name })}>
      Rules of {name}
    </a>
  )
  return (
    <>
      {closest ? (
        <Closest name={name} closest={closest} />
      ) : isBelow ? (
        <p>
          Only rules answer below an endpoint. <strong>{name}</strong> had none.
        </p>
      ) : (
        <p>
          There was no endpoint <strong>{name}</strong>.
        </p>
      )}
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
      <p class="actions">
        {!isBelow && (
          <a class="button primary" href={hrefOf({ view: 'new', name })}>
            Add this endpoint
          </a>
        )}
        {(isBelow || closest) && rules}
      </p>
    </>
  )
}

interface ClosestProps {
  readonly name: string
  readonly closest: NonNullable<RecordedRequest['closest']>
}

function Closest({ name, closest }: ClosestProps) {
  const { rule, member, expected, actual } = closest
  return (
    <>
      <p>
        No rule of <strong>{name}</strong> matches this request.
      </p>
      <p>
        The closest is <RuleLink endpoint={name} rule={rule} />: its <code>{member}</code> is{' '}
        <code>{expected}</code>, but the request has <code>{actual}</code>.
      </p>
    </>
  )
}
