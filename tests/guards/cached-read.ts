// What a read of a cached endpoint costs, counted in a process of its own.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { cachedReadPromises } from './limits.ts'

interface Figures {
  readonly promises: number
  readonly bytes: number
  /** Nothing was collected while the bytes were counted. */
  readonly isWhole: boolean
}

/** New objects have room for all that is allocated, so nothing is collected meanwhile. */
const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=256']
const program = join(import.meta.dirname, 'cached-read.mjs')
const options = { timeout: 60_000, killSignal: 'SIGKILL' } as const
const { stdout } = await promisify(execFile)(process.execPath, [...flags, program], options)
export const figures = JSON.parse(stdout) as Record<keyof typeof cachedReadPromises, Figures>
