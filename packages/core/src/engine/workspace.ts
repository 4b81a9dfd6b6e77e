// The workspace: what one service answers from, behind one base path.
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
  /** What all its paths begin with: empty, or such as `/mocks`. */
  readonly basePath: string
  /** How a shell calls its control API; `undefined` where problems do not say so. */
  readonly control: { readonly asksForToken: boolean } | undefined
  readonly store: EndpointStore
  readonly registry: Registry
  readonly journal: Journal
  /** Where endpoints come from that come from files. */
  readonly files: Files | undefined
  /** The origins of endpoints that have their own port, by name. */
  readonly origins: ReadonlyMap<string, string>
  readonly delays: Delays
  readonly holds: Holds
  /** Webhooks that it sends. */
  readonly deliveries: Deliveries
  /** Has this service carry something out, and all others that share its store. */
  readonly order: GiveOrder
  /** How services share the store, if they do. */
  readonly sharing: Sharing | undefined
  /** Lists are made one at a time, as each takes time and memory. */
  readonly lists: OneAtATime
  /** Imports are read one at a time, as each takes many times its text. */
  readonly imports: OneAtATime
  /** Whether the service is about to stop. */
  readonly isDraining: () => boolean
}
