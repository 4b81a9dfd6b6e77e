// `node scripts/lay-out-image.mjs FOLDER`: installs the daemon and its Redis store as users do, for
// the Dockerfile. Leaves out @sentry/node for error reports, which is larger than all the rest.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installPacked, pack } from './pack.mjs'
import { prepare } from './prepare.mjs'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder: node scripts/lay-out-image.mjs FOLDER')

const packed = mkdtempSync(join(tmpdir(), 'mock-endpoint-image-'))
process.on('exit', () => rmSync(packed, { recursive: true, force: true }))
prepare()
installPacked({
  user: resolve(folder),
  tarballs: pack(packed),
  names: ['core', 'store-redis', 'server'],
})
