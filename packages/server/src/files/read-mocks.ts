// Reads a folder or a file once, for a test or an import.

import { fileURLToPath } from 'node:url'
import type { FileFault } from '@mock-endpoint/core'
import type { MockRecords } from '@mock-endpoint/core/mock'
import { createMockFiles, readAll } from './mock-files.ts'
import { findMocks, type MockPath } from './mock-path.ts'

const mostShown = 20

/** The endpoints and rules that can be read, and the faults of the rest. */
export interface FoundMocks extends MockRecords {
  readonly path: MockPath
  readonly faults: readonly FileFault[]
}

/** Reads a path, relative to the working folder. Rejects with an `Error` if it cannot be read. */
export async function findInMocks(from: string | URL): Promise<FoundMocks> {
  const path = await findMocks(typeof from === 'string' ? from : fileURLToPath(from), process.cwd())
  const files = createMockFiles(path)
  await readAll(files)
  const { endpoints, rules, faults } = files.mocks()
  return {
    path,
    endpoints: [...endpoints.values()].map(({ endpoint }) => endpoint),
    rules: rules.map(({ json }) => json),
    faults,
  }
}

/** See `readMocks` of the package. */
export async function readMocks(from: string | URL): Promise<MockRecords> {
  const { path, endpoints, rules, faults } = await findInMocks(from)
  refuseFaults(path, faults)
  return { endpoints, rules }
}

/** Throws an `Error` if there are faults. It lists at most 20 of them. */
export function refuseFaults({ given }: MockPath, faults: readonly FileFault[]): void {
  if (faults.length === 0) return
  const lines = faults.slice(0, mostShown).map(({ file, line, column, detail }) => {
    return `  ${file}${line === undefined ? '' : `:${line}:${column}`}: ${detail}`
  })
  const more = faults.length > mostShown ? [`  and ${faults.length - mostShown} more`] : []
  throw new Error([`${given} has faults:`, ...lines, ...more].join('\n'))
}
