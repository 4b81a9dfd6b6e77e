// docs/runtimes.md describes what the daemon does differently on other runtimes.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onBun, onDeno } from '../runtimes/daemon/differences.ts'

const page = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8')

test.each([
  ['Bun', onBun],
  ['Deno', onDeno],
] as const)(
  'docs/runtimes.md lists how the daemon differs on %s, and nothing else',
  (name, differences) => {
    const [, list = ''] = page.split(`\nOn ${name}:\n\n`)
    const [items = ''] = list.split(/\n\n(?!-)/)
    const told = items.split(/^- /m).map((item) => item.replace(/\s+/g, ' ').trim())
    expect(told.filter((item) => item !== '')).toEqual([
      ...new Set(differences.map(({ why }) => why)),
    ])
  },
)
