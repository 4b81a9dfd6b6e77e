// The certificate authority of a data folder. It is made once, so clients trust it only once.
import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { codeOf, StoreError } from '@mock-endpoint/core'
import { type CertificateAndKey, createAuthority, isAuthority } from '../tls/certificate.ts'
import { type DataFolder, optionNames, unusable } from './explain.ts'
import { authorityFile, authorityKeyFile } from './files.ts'
import { prepareFolder } from './prepare.ts'

export interface KeptAuthority extends CertificateAndKey {
  /** The file for clients to trust, with only the certificate. */
  readonly file: string
}

/**
 * Returns the authority of a folder. Makes the folder and the authority if missing, also while a
 * daemon uses the folder. Rejects with a `StoreError` when the folder or authority is not usable.
 */
export async function authorityOf(
  dataDir: string,
  now: number,
  names: DataFolder['names'] = optionNames,
): Promise<KeptAuthority> {
  const path = resolve(dataDir)
  const file = join(path, authorityFile)
  try {
    await prepareFolder(path)
    const authority = (await readAuthority(path)) ?? (await keepAuthority(path, now))
    if (!isAuthority(authority, now)) throw noAuthority(path)
    const told = await readFile(file, 'utf8').catch(() => undefined)
    if (told !== authority.cert) await replace(file, authority.cert)
    return { ...authority, file }
  } catch (cause) {
    throw cause instanceof StoreError ? cause : unusable({ path, names }, cause)
  }
}

async function readAuthority(path: string): Promise<CertificateAndKey | undefined> {
  const text = await readFile(join(path, authorityKeyFile), 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const keyBegins = text.indexOf('-----BEGIN PRIVATE KEY-----')
  if (keyBegins < 0) throw noAuthority(path)
  return { cert: text.slice(0, keyBegins), key: text.slice(keyBegins) }
}

/** Makes and writes an authority. Returns that of another process if it was written first. */
async function keepAuthority(path: string, now: number): Promise<CertificateAndKey> {
  const made = createAuthority(now)
  const file = join(path, authorityKeyFile)
  const whole = `${file}.${randomUUID()}`
  await writeFile(whole, made.cert + made.key, { mode: 0o600, flush: true })
  try {
    await link(whole, file)
  } catch (error) {
    // Not every file system has hard links.
    if (codeOf(error) !== 'EEXIST') await rename(whole, file)
  }
  await rm(whole, { force: true })
  return (await readAuthority(path)) ?? made
}

async function replace(file: string, text: string): Promise<void> {
  const whole = `${file}.${randomUUID()}`
  await writeFile(whole, text)
  await rename(whole, file)
}

function noAuthority(path: string): StoreError {
  const file = join(path, authorityKeyFile)
  const message = `${file} does not hold an authority that can be used: remove it, and the next start makes another, which clients have to trust instead.`
  return new StoreError('unavailable', message)
}
