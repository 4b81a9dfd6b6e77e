// Opens the ports of the daemon and of endpoints, and explains why one cannot be opened.
import { codeOf, type EndpointStore, oneAtATime, Problem } from '@mock-endpoint/core'
import { openServer, type RunningServer, type ServerOptions } from '../http/open-server.ts'
import type { Serving } from '../http/serve.ts'
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Settings } from '../settings/settings.ts'

/** The ports of endpoints, by name. */
type Ports = ReadonlyMap<string, number>

export interface Listening extends RunningServer {
  /**
   * Opens the ports that the files set, and closes those that they set before. Tries all of them,
   * then rejects with the first fault.
   */
  setPorts(ports: Ports): Promise<void>
}

/**
 * Starts the server and opens all ports. If one cannot be opened, closes the others and rejects
 * with an `ExitError`.
 */
export async function startListening(
  settings: Settings,
  ofFiles: Ports,
  options: ServerOptions & { readonly store: EndpointStore },
): Promise<Listening> {
  const { port, serve } = settings
  const starting = openServer({ ...settings, ...options })
  const server = await starting.catch(explainListen(port, 'with --port'))
  const setPorts = createSetPorts(server)
  try {
    for (const { name, port } of serve) {
      const how = `with --serve ${name}=`
      await server.serveEndpoint(name, port).catch(explainListen(port, how, server))
    }
    await setPorts(ofFiles)
  } catch (error) {
    await server.close()
    throw error
  }
  return { ...server, setPorts }
}

function createSetPorts(server: RunningServer): Listening['setPorts'] {
  const open = new Map<string, Serving & { readonly wanted: number }>()
  const inOrder = oneAtATime()

  async function set(ports: Ports): Promise<void> {
    for (const [name, { wanted, close }] of open) {
      if (ports.get(name) === wanted) continue
      open.delete(name)
      await close()
    }
    const faults: unknown[] = []
    for (const [name, wanted] of ports) {
      if (open.has(name)) continue
      const how = `as \`${name}\` in \`serve\` of the files`
      await server
        .serveEndpoint(name, wanted)
        .then((serving) => open.set(name, { ...serving, wanted }))
        .catch(explainListen(wanted, how, server))
        .catch((error) => faults.push(error))
    }
    if (faults.length > 0) throw faults[0]
  }

  return (ports) => inOrder(() => set(ports))
}

/**
 * Returns a function that throws an `ExitError` with the reason and `how` to choose another port.
 * `server` is the one that listens already, if any.
 */
function explainListen(
  port: number,
  how: string,
  server?: RunningServer,
): (error: unknown) => never {
  return (cause) => {
    const noInterface = 'No interface of this machine has the address given with --host.'
    const isOwn = server !== undefined && portsOf(server).has(port)
    const state = isOwn
      ? 'is used by this daemon already: choose'
      : 'is in use. Stop what uses it, or choose'
    const inUse = `Port ${port} ${state} another ${how} (0 takes any free one).`
    const reasons: Readonly<Record<string, string>> = {
      // Bun also reports this for a name that it cannot resolve. Port 0 is never in use.
      EADDRINUSE: port === 0 ? noInterface : inUse,
      EACCES: `Port ${port} may not be opened by this user. Choose one above 1023 ${how}.`,
      EADDRNOTAVAIL: noInterface,
      // Deno reports this for an address, and Bun for a name.
      EINVAL: noInterface,
      ENOTFOUND: 'The name given with --host is not known; give an address of this machine.',
    }
    const message = cause instanceof Problem ? cause.message : reasons[codeOf(cause) ?? '']
    throw message === undefined ? cause : new ExitError(exitCodes.badSetting, message, { cause })
  }
}

/** Returns the ports that a server listens at: its own, and those of endpoints. */
function portsOf({ port, origins }: RunningServer): ReadonlySet<number> {
  return new Set([port, ...[...origins.values()].map((origin) => Number(new URL(origin).port))])
}
