// Opens the store that several daemons share. Its package is loaded only if a URL is given.
import { hostname } from 'node:os'
import { codeOf, type EndpointStore } from '@mock-endpoint/core'
import { ExitError, exitCodes } from '../program/exit.ts'
import { exitOn } from '../program/store-exit.ts'
import type { Settings } from '../settings/settings.ts'
import type { Printer } from '../terminal/output.ts'

/** Opens the store at a URL. Rejects with an `ExitError` if it cannot be opened. */
export async function openSharedStore(
  url: string,
  { staleLimit, port }: Settings,
  printer: Printer,
): Promise<EndpointStore> {
  const { openRedisStore } = await import('@mock-endpoint/store-redis').catch((cause) => {
    if (codeOf(cause) !== 'ERR_MODULE_NOT_FOUND') throw cause
    const message =
      '--store is given, but @mock-endpoint/store-redis is not installed: npm install @mock-endpoint/store-redis.'
    throw new ExitError(exitCodes.badSetting, message, { cause })
  })
  // The name that other daemons show: where this one listens, unless it takes any free port.
  const name = port === 0 ? undefined : `${hostname()}:${port}`
  const store = await openRedisStore(url, { staleLimit, name }).catch(exitOn)
  const worth = lossOf[store.durability]
  if (worth) printer.warn(`${worth} docs/scaling.md has the Redis settings that keep writes.`)
  return store
}

/** Warnings about acknowledged writes that may be lost, by the durability of the store. */
const lossOf = {
  synced: undefined,
  'within a second': 'Redis syncs once a second: if its machine fails, the last second is lost.',
  memory: 'Redis keeps everything in memory: acknowledged writes are lost when it restarts.',
  unknown: 'Redis does not report whether it keeps writes when it restarts.',
} as const

/** Returns the URL without its user, password, query and fragment, which could be secrets. */
export function shownStore(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** Throws an `ExitError` if another flag conflicts with `--store`, or needs it. */
export function refuseWithStore(
  { store, memory }: Settings,
  isGiven: { readonly dataDir: boolean; readonly path: boolean; readonly staleLimit: boolean },
): void {
  if (store === undefined) {
    if (!isGiven.staleLimit) return
    const message = '--stale-limit is about the Redis of --store, and --store is not given.'
    throw new ExitError(exitCodes.badSetting, message)
  }
  const other = memory ? '--memory' : isGiven.dataDir ? '--data-dir' : isGiven.path ? 'files' : ''
  if (other === '') return
  const message = `--store keeps endpoints in Redis, so ${other} cannot be given with it.`
  throw new ExitError(exitCodes.badSetting, message)
}
