// The way back to the list, where it is not beside the endpoint.
import { hrefOf } from '../shell/route.ts'

export function Back() {
  return (
    <a class="button quiet back" href={hrefOf({ view: 'endpoints' })} aria-label="All endpoints">
      ←
    </a>
  )
}
