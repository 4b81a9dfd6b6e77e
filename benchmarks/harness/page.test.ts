import { expect, test } from 'vitest'
import { putTables } from './page.ts'

const page = `# Performance

<!-- bench: reads -->

| old |

<!-- end -->

Between.

<!-- bench: adds -->

| old |

<!-- end -->
`

test('a table replaces only the table with the same title', () => {
  const put = putTables(page, { adds: '| new |\n| $& |', other: '| other |' })
  expect(put).toBe(page.replace(/\| old \|(?=\n\n<!-- end -->\n$)/, () => '| new |\n| $& |'))
})
