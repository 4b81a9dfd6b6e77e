// The link back to the list, where there is no room for the list next to the endpoint.
import { hrefOf } from '../shell/route.ts'

export function Back() {
  return (
    <a class="button quiet back" href={hrefOf({ view: 'endpoints' })} aria-label="All endpoints">
      ←
    </a>
  )
}
