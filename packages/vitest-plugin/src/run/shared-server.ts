// The server of a run: one for all projects that want the same, closed when the last lets go.
import type { AnyApi, AnyEndpoint, NewRule } from '@mock-endpoint/core/client'
import type { JournalLimits } from '@mock-endpoint/core/mock'
import { createMockServer, type MockServer } from '@mock-endpoint/server'

/** What the server of a run starts with. */
export interface RunOptions<Api extends object = AnyApi> {
  /** There from the start, and again when tests are run anew in watch mode. Default: none. */
  readonly endpoints?: readonly AnyEndpoint<NoInfer<Api>>[]
  /** The same for rules, whose answers are values. Default: none. */
  readonly rules?: readonly NewRule<NoInfer<Api>>[] | undefined
  /**
   * Environment variables for the program under test: the URL of the endpoint of that name, or, for
   * `true`, what the URLs of all endpoints begin with (`http://127.0.0.1:41234/endpoint`).
   * Default: none.
   */
  readonly env?: Readonly<Record<string, Extract<keyof NoInfer<Api>, string> | true>>
  /** Default: 0, any free port. */
  readonly port?: number
  /** How much is kept of what was asked. */
  readonly journal?: JournalLimits | undefined
}

interface Shared {
  readonly starting: Promise<MockServer>
  users: number
}

/** Kept for the process: projects of a workspace may load this module more than once. */
const key: unique symbol = Symbol.for('mock-endpoint.shared-servers')
const holder = globalThis as { [key]?: Map<string, Shared> }
holder[key] ??= new Map()
const servers = holder[key]

/** The server of a run, and how a project lets go of it. */
export interface Lease {
  readonly server: MockServer
  release(): Promise<void>
}

/** Starts the server unless it runs already: the same endpoints, rules and port mean the same server. */
export async function lease({
  endpoints = [],
  rules = [],
  port = 0,
  journal,
}: RunOptions): Promise<Lease> {
  const options = { endpoints, rules, port, ...(journal && { journal }) }
  const wanted = keyOf(options)
  const shared = servers.get(wanted) ?? {
    starting: createMockServer(options),
    users: 0,
  }
  servers.set(wanted, shared)
  shared.users += 1
  let isHeld = true
  const release = async (): Promise<void> => {
    if (!isHeld) return
    isHeld = false
    shared.users -= 1
    if (shared.users > 0) return
    servers.delete(wanted)
    await (await shared.starting).close()
  }
  try {
    return { server: await shared.starting, release }
  } catch (error) {
    servers.delete(wanted)
    throw error
  }
}

/** A text for the options, whatever they hold: what cannot be an endpoint is refused by the server. */
function keyOf(options: RunOptions): string {
  return JSON.stringify(options, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    return isRaw(value) ? `raw ${value[rawMarker]}` : value
  })
}

const rawMarker: unique symbol = Symbol.for('mock-endpoint.raw-json')

function isRaw(value: unknown): value is { readonly [rawMarker]: string } {
  return typeof value === 'object' && value !== null && rawMarker in value
}
