// How much of the disk installed packages take, and how many they are.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { peers } from '../lib/peers.mjs'

/** In MB, by blocks, as `du` counts. */
function sizeOf(folder, skip = () => false) {
  const bytes = readdirSync(folder)
    .filter((name) => !skip(name))
    .map((name) => join(folder, name))
    .map((path) => (lstatSync(path).isDirectory() ? sizeOf(path) * 1e6 : onDisk(path)))
  return (onDisk(folder) + bytes.reduce((sum, size) => sum + size, 0)) / 1e6
}

function onDisk(path) {
  return lstatSync(path).blocks * 512
}

/** All that npm installed in a folder. */
export function installedIn(folder) {
  const { packages } = readLock(join(folder, 'node_modules', '.package-lock.json'))
  return { packages: Object.keys(packages).length, size: sizeOf(join(folder, 'node_modules')) }
}

/** What one of the peers brings, by their lock; nothing when it is none of them. */
export function broughtBy(name) {
  const root = `node_modules/${name}`
  const { packages } = readLock(join(peers, 'package-lock.json'))
  if (packages[root] === undefined) return undefined
  const found = new Set([root])
  for (const path of found) {
    const {
      dependencies,
      optionalDependencies,
      peerDependencies,
      peerDependenciesMeta = {},
    } = packages[path]
    const asked = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta[peer])
    const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...asked]
    for (const wanted of names) {
      const place = resolve(packages, path, wanted)
      // What is for other systems is in the lock alone.
      if (place !== undefined && existsSync(join(peers, place))) found.add(place)
    }
  }
  const sizes = [...found].map((path) =>
    sizeOf(join(peers, path), (file) => file === 'node_modules'),
  )
  return { packages: found.size, size: sizes.reduce((sum, size) => sum + size, 0) }
}

/** As Node looks for it: beside the files of the package, then further up. */
function resolve(packages, from, wanted) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const place = folder === '' ? `node_modules/${wanted}` : `${folder}/node_modules/${wanted}`
    if (packages[place] !== undefined) return place
    if (folder === '') return undefined
  }
}

function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
