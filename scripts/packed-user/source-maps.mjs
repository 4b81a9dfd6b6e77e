// Every built file has a source map with the text of its sources, because packages ship no `src`.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

for (const name of ['core', 'server']) {
  const dist = join('node_modules', '@mock-endpoint', name, 'dist')
  const files = readdirSync(dist).filter((file) => file.endsWith('.js'))
  // A file without its own code has a map without sources.
  const sources = files.flatMap((file) => sourcesOf(join(dist, file)))
  assert.ok(sources.length > files.length, `${name} has maps with sources`)
}

// The stack of an error, as a user sees it.
const program = `
  import { createClient } from '@mock-endpoint/core/client'
  createClient({ url: 'nowhere' })`
const flags = ['--enable-source-maps', '--input-type=module', '--eval', program]
const { status, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' })
assert.equal(status, 1)
assert.match(stderr, /src[\\/]client\.ts:\d+\n {2}throw new TypeError\(message\)\n/)
assert.match(stderr, /at toServiceUrl \(.*src[\\/]client\.ts:\d+:\d+\)/)

function sourcesOf(file) {
  assert.match(readFileSync(file, 'utf8'), /(^|\n)\/\/# sourceMappingURL=\S+\.js\.map\s*$/, file)
  const { sources, sourcesContent = [] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  for (const [i, source] of sources.entries()) {
    assert.match(source, /^\.\.\//, `${source} of ${file} is no path of the machine that built it`)
    assert.equal(typeof sourcesContent[i], 'string', `${file} has the text of ${source}`)
  }
  return sources
}
