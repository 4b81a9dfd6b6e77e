// The daemon's port, and those of endpoints; and what to do when one cannot be had.
import { codeOf, type EndpointStore, Problem } from '@mock-endpoint/core'
import { type RunningServer, type ServerOptions, startServer } from '../http/start-server.ts'
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Settings } from '../settings/table.ts'

/** A server, and the origins of the endpoints that have one of their own. */
export interface Listening extends RunningServer {
  readonly origins: Readonly<Record<string, string>> | undefined
}

/** Rejects with an `ExitError` when it cannot listen everywhere; it listens nowhere then. */
export async function startListening(
  settings: Settings,
  options: ServerOptions & { readonly store: EndpointStore },
): Promise<Listening> {
  const { port, serve } = settings
  const server = await startServer({ ...settings, ...options }).catch(explainListen(port, '--port'))
  const origins: [name: string, origin: string][] = []
  try {
    for (const { name, port } of serve) {
      const flag = `--serve ${name}=`
      const { url } = await server.serveEndpoint(name, port).catch(explainListen(port, flag))
      origins.push([name, url])
    }
  } catch (error) {
    await server.close()
    throw error
  }
  return { ...server, origins: origins.length > 0 ? Object.fromEntries(origins) : undefined }
}

function explainListen(port: number, flag: string): (error: unknown) => never {
  return (cause) => {
    const noInterface = 'No interface of this machine has the address given with --host.'
    const inUse = `Port ${port} is in use. Stop what uses it, or choose another with ${flag} (0 takes any free one).`
    const reasons: Readonly<Record<string, string>> = {
      // Bun says this of a name that it cannot resolve, too; port 0 is never in use.
      EADDRINUSE: port === 0 ? noInterface : inUse,
      EACCES: `Port ${port} may not be opened by this user. Choose one above 1023 with ${flag}.`,
      EADDRNOTAVAIL: noInterface,
      // On Deno of an address, on Bun of a name.
      EINVAL: noInterface,
      ENOTFOUND: 'The name given with --host is not known; give an address of this machine.',
    }
    const isRefused = cause instanceof Problem
    const message = isRefused ? `${flag}${port}: ${cause.message}` : reasons[codeOf(cause) ?? '']
    throw message === undefined ? cause : new ExitError(exitCodes.badSetting, message, { cause })
  }
}
