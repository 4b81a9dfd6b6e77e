// The server of a run. Projects with the same options share one. The last to release it closes it.
import type { AnyApi, AnyEndpoint, NewRule } from '@mock-endpoint/core/client'
import type { JournalLimits, MockRecords } from '@mock-endpoint/core/mock'
import { createMockServer, type MockServer, readMocks } from '../mock-server.ts'

/** The options of the server of a run. */
export interface RunOptions<Api extends object = AnyApi> {
  /** Endpoints added at the start, and again when tests rerun in watch mode. Default: none. */
  readonly endpoints?: readonly AnyEndpoint<NoInfer<Api>>[]
  /** Rules added in the same way. Their responses cannot be functions. Default: none. */
  readonly rules?: readonly NewRule<NoInfer<Api>>[] | undefined
  /**
   * Environment variables for the program under test: the URL of the endpoint with that name, or
   * for `true` the base URL of all endpoints (`http://127.0.0.1:41234/endpoint`). A name that is
   * not in `endpoints`, `rules` or `from` ends the run at its start. Default: none.
   */
  readonly env?: Readonly<Record<string, Extract<keyof NoInfer<Api>, string> | true>>
  /**
   * A folder of JSON files, or one such file, whose endpoints and rules are added at the start. In
   * watch mode, all tests rerun when one of the files changes. A path is relative to the project's
   * root. Default: none.
   */
  readonly from?: string | URL | undefined
  /** Default: 0, any free port. */
  readonly port?: number
  /** How many requests are kept, and how much of each. */
  readonly journal?: JournalLimits | undefined
}

interface Shared {
  readonly starting: Promise<RunServer>
  users: number
}

interface RunServer {
  readonly server: MockServer
  /**
   * Resets it to its initial state, with the files as they are now. If the files have faults, calls
   * `tell` and uses the files as they were before.
   */
  renew(tell: (fault: string) => void): Promise<void>
}

/** Kept per process, because projects of a workspace may load this module more than once. */
const key: unique symbol = Symbol.for('mock-endpoint.shared-servers')
const holder = globalThis as { [key]?: Map<string, Shared> }
holder[key] ??= new Map()
const servers = holder[key]

/** The server of a run, and the method that a project calls to release it. */
export interface Lease extends RunServer {
  release(): Promise<void>
}

/** Starts the server, unless one with the same options is running. */
export async function lease({
  endpoints = [],
  rules = [],
  port = 0,
  journal,
  from,
}: RunOptions): Promise<Lease> {
  const options = { endpoints, rules, port, from, ...(journal && { journal }) }
  const wanted = keyOf(options)
  const shared = servers.get(wanted) ?? {
    starting: start(options),
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
    await (await shared.starting).server.close()
  }
  try {
    return { ...(await shared.starting), release }
  } catch (error) {
    servers.delete(wanted)
    throw error
  }
}

async function start({ from, ...options }: RunOptions): Promise<RunServer> {
  if (from === undefined) {
    const server = await createMockServer(options)
    return { server, renew: () => server.reset({ endpoints: true }) }
  }
  let records: MockRecords = await readMocks(from)
  const server = await createMockServer({ ...options, from: () => records })
  return {
    server,
    async renew(tell) {
      try {
        records = await readMocks(from)
      } catch (error) {
        tell((error as Error).message)
      }
      await server.reset({ endpoints: true })
    },
  }
}

/** Returns a text for any options. Data that an endpoint cannot have is refused by the server. */
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
