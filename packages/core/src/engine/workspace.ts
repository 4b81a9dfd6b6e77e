// The workspace: everything that one service needs to respond, below one base path.
import type { Journal } from '../journal/journal.ts'
import type { Files } from '../model/endpoint/files.ts'
import type { EndpointStore } from '../model/store/store.ts'
import type { OneAtATime } from '../model/time/yielding.ts'
import type { Deliveries } from '../sending/deliveries.ts'
import type { Delays } from './delays.ts'
import type { Holds } from './holds.ts'
import type { GiveOrder } from './orders.ts'
import type { Registry } from './registry.ts'
import type { Sharing } from './sharing.ts'

export interface Workspace {
  /** The prefix of all its paths: empty, or for example `/mocks`. */
  readonly basePath: string
  /** How a shell calls its control API. `undefined` where problems have no `fix`. */
  readonly control: { readonly asksForToken: boolean } | undefined
  readonly store: EndpointStore
  readonly registry: Registry
  readonly journal: Journal
  /** The files that endpoints come from, if any. */
  readonly files: Files | undefined
  /** The origins of endpoints that have their own port, by name. */
  readonly origins: ReadonlyMap<string, string>
  readonly delays: Delays
  readonly holds: Holds
  /** The webhooks that it sends. */
  readonly deliveries: Deliveries
  /** Gives an order to this service, and to all others that share its store. */
  readonly order: GiveOrder
  /** How services share the store, if they do. */
  readonly sharing: Sharing | undefined
  /** Makes lists one at a time, because each takes time and memory. */
  readonly lists: OneAtATime
  /** Reads imports one at a time, because each takes many times the memory of its text. */
  readonly imports: OneAtATime
  /** Whether the service is about to stop. */
  readonly isDraining: () => boolean
}
