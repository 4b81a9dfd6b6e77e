// `URL.canParse` is wrong in Node.js 20 and 22 once it was called often, which no test of one call
// would show.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('packages parse URLs with parseUrl, and do not ask URL.canParse', () => {
  const places = ['packages/*/src/*', ':!packages/server/web']
  const search = ['grep', '--untracked', '-l', 'URL\\.canParse(', '--', ...places]
  const root = new URL('../..', import.meta.url)
  // Without a match, git ends with 1.
  const found = execFileSync('sh', ['-c', 'git "$@" || [ $? = 1 ]', 'sh', ...search], { cwd: root })
  expect(found.toString()).toBe('')
})
