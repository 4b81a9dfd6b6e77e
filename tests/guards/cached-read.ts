// The cost of a read of a cached endpoint, counted in its own process.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { cachedReadPromises } from './limits.ts'

interface Figures {
  readonly promises: number
  readonly bytes: number
  /** Whether no garbage was collected while the bytes were counted. */
  readonly isWhole: boolean
}

/** The young generation has room for all allocations, so that nothing is collected meanwhile. */
const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=256']
const program = join(import.meta.dirname, 'cached-read.mjs')
const options = { timeout: 60_000, killSignal: 'SIGKILL' } as const
const { stdout } = await promisify(execFile)(process.execPath, [...flags, program], options)
export const figures = JSON.parse(stdout) as Record<keyof typeof cachedReadPromises, Figures>
