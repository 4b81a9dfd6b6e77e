// `mock-endpoint mcp`: lets a coding agent use a daemon, over standard input and output.
import { Writable } from 'node:stream'
import { codeOf, createWire, type Health, WireError } from '@mock-endpoint/core/client'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { loadWeb } from '../daemon/web.ts'
import { openServer, type RunningServer } from '../http/open-server.ts'
import type { Service } from '../mcp/mcp-server.ts'
import { serveOverStdio } from '../mcp/over-stdio.ts'
import { exitCodes } from '../program/exit.ts'
import { givenValue } from '../settings/setting.ts'
import { settings } from '../settings/table.ts'
import type { Call, Run } from './command.ts'
import { url } from './settings.ts'

export const mcp: Run = async (call) => {
  const { host, daemon, given, say, signal } = call
  let own: RunningServer | undefined
  const useOwn = async (): Promise<Service> => {
    own = await startOwn(call)
    say(`No daemon is running, so the mocks are in memory, at ${own.url}.`)
    return { url: own.url, control: createWire({ url: own.url }) }
  }
  const running = await findDaemon(call)
  // One in memory, such as that of another agent, keeps nothing when it ends. One with a data
  // folder may start again, and needs its port then.
  const isForGood = givenValue(given, url) !== undefined || running?.store !== 'memory'
  const replace = async (): Promise<Service | undefined> =>
    own || (await findDaemon(call)) ? undefined : useOwn()
  const service = running ? { ...daemon, ...(!isForGood && { replace }) } : await useOwn()
  const output = new Writable({
    write(chunk, _encoding, done) {
      host.stdout.write(String(chunk))
      done()
    },
  })
  try {
    await serveOverStdio(host.stdin, output, service, signal)
  } finally {
    await own?.close()
  }
  return exitCodes.clean
}

/** Rejects if no daemon runs at a given URL, or if it refuses the token. */
async function findDaemon({ daemon, given, signal }: Call): Promise<Health | undefined> {
  try {
    return await daemon.control.getHealth(undefined, signal)
  } catch (error) {
    const isUrlGiven = givenValue(given, url) !== undefined
    if (isUrlGiven || !(error instanceof WireError)) throw error
    return undefined
  }
}

/** Starts a server on the port of the daemon, or on any port if that is in use. */
async function startOwn({ given }: Call): Promise<RunningServer> {
  const options = {
    store: createMemoryStore(),
    web: await loadWeb(undefined),
    allowSend: ['localhost', ...settings.allowSend.read(given)],
    allowForward: settings.allowForward.read(given),
  }
  return openServer({ ...options, port: settings.port.read(given) }).catch((error) => {
    if (codeOf(error) !== 'EADDRINUSE') throw error
    return openServer({ ...options, port: 0 })
  })
}
