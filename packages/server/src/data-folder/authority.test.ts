import { X509Certificate } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fresh, inFolder } from '../test/data-folders.ts'
import { certify, createAuthority } from '../tls/certificate.ts'
import { authorityOf } from './authority.ts'

const now = Date.now()
const day = 24 * 60 * 60 * 1000

test('the authority is made once, and only the owner of its key file can read it', async () => {
  const path = join(await fresh(), 'new', 'data')
  const made = await authorityOf(path, now)
  expect(await authorityOf(path, now + day)).toEqual(made)
  expect(made.file).toBe(join(path, 'ca.pem'))
  expect(await readFile(made.file, 'utf8')).toBe(made.cert)
  expect((await stat(join(path, 'ca-key.pem'))).mode & 0o777).toBe(0o600)
  expect((await readdir(path)).sort()).toEqual(['.gitignore', 'ca-key.pem', 'ca.pem'])
})

test('20 calls at the same time get the same authority', async () => {
  const path = await fresh()
  const made = await Promise.all(Array.from({ length: 20 }, () => authorityOf(path, now)))
  expect(new Set(made.map(({ cert }) => cert))).toHaveLength(1)
  expect(new Set(made.map(({ key }) => key))).toHaveLength(1)
})

test('a folder with an authority can be opened as a data folder', async () => {
  const path = await fresh()
  const { cert } = await authorityOf(path, now)
  // As after a crash while the key was written.
  await writeFile(join(path, 'ca-key.pem.7'), '')
  expect(await inFolder(path, (store) => store.count())).toBe(0)
  expect((await authorityOf(path, now)).cert).toBe(cert)
})

test('the certificate for clients is written again if it was removed or changed', async () => {
  const path = await fresh()
  const { cert, file } = await authorityOf(path, now)
  await rm(file)
  await authorityOf(path, now)
  expect(await readFile(file, 'utf8')).toBe(cert)
  await writeFile(file, 'another')
  await authorityOf(path, now)
  expect(await readFile(file, 'utf8')).toBe(cert)
})

const authority = createAuthority(now)
test.each([
  ['nothing', ''],
  ['text', 'hello'],
  ['a certificate without its key', authority.cert],
  ['a key that is another one’s', authority.cert + createAuthority(now).key],
  ['a certificate of a server', Object.values(certify(authority, ['a'], now)).join('')],
  ['a key that breaks off', authority.cert + authority.key.slice(0, 90)],
  ['one whose time is over', Object.values(createAuthority(now - 4000 * day)).join('')],
])('a key file with %s is refused, and not replaced', async (_, text) => {
  const path = await fresh()
  const file = join(path, 'ca-key.pem')
  await writeFile(file, text)
  await expect(authorityOf(path, now)).rejects.toMatchObject({
    name: 'StoreError',
    kind: 'unavailable',
    message: `${file} does not hold an authority that can be used: remove it, and the next start makes another, which clients have to trust instead.`,
  })
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('a file in place of the data folder is refused', async () => {
  const path = join(await fresh(), 'file')
  await writeFile(path, '')
  await expect(authorityOf(path, now)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(/^The data folder .* cannot be used: it is not a folder\./),
  })
})

test('the authority is a self-signed certificate that is valid for ten years', async () => {
  const cert = new X509Certificate(authority.cert)
  expect(cert.ca).toBe(true)
  expect(cert.verify(cert.publicKey)).toBe(true)
  expect(Date.parse(cert.validTo) - now).toBeGreaterThan(3649 * day)
  expect(Date.parse(cert.validFrom)).toBeLessThan(now - day)
})
