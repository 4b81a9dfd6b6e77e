// A disk of a few megabytes: a tmpfs, which needs the right to mount one.
import { spawnSync } from 'node:child_process'
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freshFolder } from './daemon.ts'

const block = 4096

export interface SmallDisk {
  readonly path: string
  /** Occupies so many bytes until `makeRoom`. */
  fill(bytes: number): Promise<void>
  /** Occupies all bytes that are left until `makeRoom`. */
  fillUp(): Promise<void>
  makeRoom(): Promise<void>
  remove(): Promise<void>
}

/** Returns why a small disk is not possible here, or `undefined` if it is. */
export function whyNoSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return 'needs a tmpfs, which Linux has'
  const { status, stderr } = spawnSync(
    'unshare',
    ['--mount', 'mount', '-t', 'tmpfs', 'x', '/mnt'],
    {
      encoding: 'utf8',
    },
  )
  return status === 0 ? undefined : `needs the right to mount a tmpfs: ${stderr?.trim()}`
}

export async function smallDisk(bytes: number): Promise<SmallDisk> {
  const folder = await freshFolder()
  run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder.path)
  const ballast = join(folder.path, 'ballast')
  return {
    path: folder.path,
    fill: (size) => writeFile(ballast, Buffer.alloc(size)),
    async fillUp() {
      const file = await open(ballast, 'a')
      try {
        await appendUntilFull(file)
      } finally {
        await file.close()
      }
    },
    makeRoom: () => rm(ballast, { force: true }),
    async remove() {
      run('umount', '--lazy', folder.path)
      await folder.remove()
    },
  }
}

async function appendUntilFull(file: FileHandle): Promise<void> {
  try {
    while (true) await file.appendFile(Buffer.alloc(block))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}
