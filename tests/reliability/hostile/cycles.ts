// Starts and stops a thousand servers in one process, and reports what that process holds then.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { count } from '../lib/count.ts'
import { type Defect, withDefects } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { mebibytes } from './probe.ts'

const program = fileURLToPath(new URL('./cycles-process.mjs', import.meta.url))
export const cycles = count({ short: 1_000, long: 10_000 })

interface Holdings {
  readonly heapUsed: number
  readonly rss: number
  readonly handles: readonly string[]
  readonly listeners: readonly string[]
  readonly files: number
}

export interface Report {
  /** Number of wrong responses. */
  readonly wrong: number
  readonly before: Holdings
  readonly half: Holdings
  readonly end: Holdings
}

export async function runCycles(times: number, defects: readonly Defect[] = []): Promise<Report> {
  const args = [...withDefects(defects), '--expose-gc', program, String(times)]
  const options = { timeout: 50 * 60_000 }
  const { stdout } = await promisify(execFile)(process.execPath, args, options)
  return JSON.parse(stdout) as Report
}

export function heapPerCycle({ half, end }: Report, times: number): number {
  return (end.heapUsed - half.heapUsed) / (times / 2)
}

/** Runs the cycles, notes what they have left behind, and resolves to the report. */
export async function runCyclesNoted(): Promise<Report> {
  const report = await runCycles(cycles)
  const { wrong, before, half, end } = report
  note('cycles', {
    cycles,
    'of them on LevelDB': cycles / 10,
    'wrong answers': wrong,
    'handles before and after': `${before.handles.length} and ${end.handles.length}`,
    'listeners on process before and after': `${before.listeners} and ${end.listeners}`,
    'open files before and after': `${before.files} and ${end.files}`,
    'heap before': mebibytes(before.heapUsed),
    [`heap after ${cycles / 2}`]: mebibytes(half.heapUsed),
    [`heap after ${cycles}`]: mebibytes(end.heapUsed),
    'heap a cycle': `${Math.round(heapPerCycle(report, cycles))} bytes`,
    'resident before': mebibytes(before.rss),
    [`resident after ${cycles / 2}`]: mebibytes(half.rss),
    [`resident after ${cycles}`]: mebibytes(end.rss),
  })
  return report
}
