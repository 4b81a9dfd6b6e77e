// The fields of a manifest that npm requires to attest where a package was built.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const packages = join(import.meta.dirname, '..', '..', 'packages')

test.each(['core', 'store-redis', 'server', 'vitest-plugin'])(
  'the manifest of %s publishes with provenance',
  (name) => {
    const manifest: unknown = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      // A scoped package is private by default, and npm attests only public ones.
      publishConfig: { access: 'public', provenance: true },
      // It must be exactly the repository whose CI publishes.
      repository: {
        type: 'git',
        url: 'git+https://github.com/mock-endpoint/mock-endpoint.git',
        directory: `packages/${name}`,
      },
    })
  },
)
