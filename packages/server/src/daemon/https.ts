// The certificate with which the daemon answers HTTPS.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf } from '@mock-endpoint/core'
import { ExitError, exitCodes } from '../program/exit.ts'
import { exitOn, flagNames } from '../program/store-exit.ts'
import type { Settings } from '../settings/settings.ts'
import type { CertificateAndKey } from '../tls/certificate.ts'

export interface Https {
  /** The `https` option of `startServer`. */
  readonly https: boolean | CertificateAndKey
  /**
   * The certificate file that clients have to trust. `undefined` without HTTPS, and with the user's
   * own certificate.
   */
  readonly caFile: string | undefined
}

/** Prepares HTTPS. Rejects with an `ExitError` on Bun, and if a file cannot be used. */
export async function prepareHttps(settings: Settings, cwd: string): Promise<Https> {
  const { https, dataDir } = settings
  if (!https) return { https: false, caFile: undefined }
  const own = await readOwn(settings, cwd)
  const { refuseBun, securedAs } = await import('../tls/secured.ts')
  try {
    refuseBun()
    if (own) securedAs(own)
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    const { cert, key } = settings
    const hint = own ? ` Are --cert ${cert} and --key ${key} a pair in PEM, in this order?` : ''
    const message = `${said.replace(/\.?$/, '.')}${hint}`
    throw new ExitError(exitCodes.badSetting, message, { cause })
  }
  if (own) return { https: own, caFile: undefined }
  const { authorityOf } = await import('../data-folder/authority.ts')
  const folder = resolve(cwd, dataDir)
  const { file } = await authorityOf(folder, Date.now(), flagNames).catch(exitOn)
  return { https: true, caFile: file }
}

async function readOwn(
  { cert, key }: Settings,
  cwd: string,
): Promise<CertificateAndKey | undefined> {
  if (cert === undefined || key === undefined) return undefined
  const read = (flag: string, file: string): Promise<string> => readPem(flag, resolve(cwd, file))
  return { cert: await read('--cert', cert), key: await read('--key', key) }
}

async function readPem(flag: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause) => {
    const message = `${flag} ${file} cannot be read: ${codeOf(cause) ?? cause.message}.`
    throw new ExitError(exitCodes.badSetting, message, { cause })
  })
}
