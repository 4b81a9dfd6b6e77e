// `mock-endpoint mcp`: lets a coding agent use a daemon, over standard input and output.
import { Writable } from 'node:stream'
import { codeOf, createWire, WireError } from '@mock-endpoint/core/client'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { loadWeb } from '../daemon/web.ts'
import { openServer, type RunningServer } from '../http/open-server.ts'
import { serveOverStdio } from '../mcp/over-stdio.ts'
import { exitCodes } from '../program/exit.ts'
import { givenValue } from '../settings/setting.ts'
import { settings } from '../settings/table.ts'
import type { Call, Run } from './command.ts'
import { url } from './settings.ts'

export const mcp: Run = async (call) => {
  const { host, daemon, say, signal } = call
  const own = (await isRunning(call)) ? undefined : await startOwn(call)
  if (own) say(`No daemon is running, so the mocks are in memory, at ${own.url}.`)
  const service = own ? { url: own.url, control: createWire({ url: own.url }) } : daemon
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

/** Whether a daemon runs. Rejects if none runs at a given URL, or if it refuses the token. */
async function isRunning({ daemon, given, signal }: Call): Promise<boolean> {
  try {
    await daemon.control.getHealth(undefined, signal)
    return true
  } catch (error) {
    const isUrlGiven = givenValue(given, url) !== undefined
    if (isUrlGiven || !(error instanceof WireError)) throw error
    return false
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
