// The world: what one service answers from, behind one base path.
import type { Journal } from '../journal/journal.ts'
import type { EndpointStore } from '../model/store.ts'
import type { Line } from '../model/turns.ts'
import type { Delays } from './delays.ts'
import type { Holds } from './holds.ts'
import type { Registry } from './registry.ts'

export interface World {
  /** What all its paths begin with: empty, or such as `/mocks`. */
  readonly basePath: string
  readonly store: EndpointStore
  readonly registry: Registry
  readonly journal: Journal
  readonly delays: Delays
  readonly holds: Holds
  /** Lists are made one at a time, as each takes time and memory. */
  readonly lists: Line
  /** Whether the service is about to stop. */
  readonly isDraining: () => boolean
}
