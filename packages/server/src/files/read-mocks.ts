// Reads a folder or a file once, for a test.
import { fileURLToPath } from 'node:url'
import type { MockRecords } from '@mock-endpoint/core/mock'
import { createMockFiles, readAll } from './mock-files.ts'
import { findMocks } from './mock-path.ts'

const mostShown = 20

/** See `readMocks` of the package. */
export async function readMocks(from: string | URL): Promise<MockRecords> {
  const path = await findMocks(typeof from === 'string' ? from : fileURLToPath(from), process.cwd())
  const files = createMockFiles(path)
  await readAll(files)
  const { endpoints, rules, faults } = files.mocks()
  if (faults.length > 0) {
    const lines = faults.slice(0, mostShown).map(({ file, line, column, detail }) => {
      return `  ${file}${line === undefined ? '' : `:${line}:${column}`}: ${detail}`
    })
    const more = faults.length > mostShown ? [`  and ${faults.length - mostShown} more`] : []
    throw new Error([`${path.given} has faults:`, ...lines, ...more].join('\n'))
  }
  return {
    endpoints: [...endpoints.values()].map(({ endpoint }) => endpoint),
    rules: rules.map(({ json }) => json),
  }
}
