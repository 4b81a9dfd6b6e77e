// What npm asks of a manifest before it attests where a package was built.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const packages = join(import.meta.dirname, '..', '..', 'packages')

test.each(['core', 'store-redis', 'server', 'vitest-plugin'])(
  '%s is published with provenance',
  (name) => {
    const manifest: unknown = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      // A scoped package is private by default, and npm attests public ones alone.
      publishConfig: { access: 'public', provenance: true },
      // It has to be the repository whose CI publishes, to the letter.
      repository: {
        type: 'git',
        url: 'git+https://github.com/mock-endpoint/mock-endpoint.git',
        directory: `packages/${name}`,
      },
    })
  },
)
