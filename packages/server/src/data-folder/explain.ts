// Errors for data folders that cannot be used. The messages include the reason and the remedy.
import { causesOf, codeOf, StoreError, type StoreErrorKind } from '@mock-endpoint/core'
import type { Damage } from '../leveldb-files/folder.ts'

/** The names of settings and commands in messages, which depend on the caller. */
export interface Names {
  /** The setting of the data folder. */
  readonly dataDir: string
  /** How to keep endpoints only in memory. */
  readonly memory: string
  /** The setting of the disk space that is kept free. */
  readonly minFree: string
  /** The command that repairs a folder. */
  readonly repair: string
}

/** The names of the options of `startServer`. */
export const optionNames: Names = {
  dataDir: '`dataDir`',
  memory: 'a memory store as `store`',
  minFree: '`minFree`',
  repair: 'npx mock-endpoint repair',
}

/** A data folder, and the words for messages about it. */
export interface DataFolder {
  readonly path: string
  readonly names: Names
}

/** Returns the message of the innermost cause, which is from the file system or the database. */
export function reasonOf(error: unknown): string {
  const root = causesOf(error).at(-1)
  return root instanceof Error ? root.message : String(root)
}

export function damaged(
  { path, names }: DataFolder,
  damages: readonly Damage[],
  cause?: unknown,
): StoreError {
  const [first] = damages
  const what = first ? `: ${first.file} ${first.detail}` : ''
  const more = damages.length > 1 ? ` (and ${damages.length - 1} more)` : ''
  const message = `The data folder ${path} is damaged${what}${more}. Run \`${names.repair}\`, which saves the readable part and keeps the old files, or choose another folder with ${names.dataDir}.`
  return new StoreError('corrupt', message, { cause })
}

/** Returns the error for a folder that is not ours. `others` are the files that are not ours. */
export function foreign({ path, names }: DataFolder, others: readonly string[]): StoreError {
  const more = others.length > 1 ? ` and ${others.length - 1} more` : ''
  const [first] = others
  const found =
    first === undefined
      ? 'it holds a LevelDB database of another program'
      : `it holds ${JSON.stringify(first)}${more}`
  const message = `The folder ${path} is not a data folder of mock-endpoint: ${found}. Nothing in it has been changed. Name an empty folder with ${names.dataDir}.`
  return new StoreError('foreign', message)
}

export function inUse({ path, names }: DataFolder, cause: unknown): StoreError {
  const message = `The data folder ${path} is in use by another process. Stop that one, or choose another folder with ${names.dataDir}.`
  return new StoreError('locked', message, { cause })
}

export function inUseHere({ path, names }: DataFolder): StoreError {
  const message = `The data folder ${path} is in use by this process. Close it first, or choose another folder with ${names.dataDir}.`
  return new StoreError('locked', message)
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is not a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

export function unusable({ path, names }: DataFolder, cause: unknown): StoreError {
  const code = codeOf(cause) ?? ''
  const reason = reasons[code] ?? reasonOf(cause)
  const message = `The data folder ${path} cannot be used: ${reason}. Choose another with ${names.dataDir}, or ${names.memory} to keep nothing.`
  return new StoreError(kindOf(cause, code), message, { cause })
}

function kindOf(cause: unknown, code: string): StoreErrorKind {
  if (cause instanceof StoreError) return cause.kind
  return code === 'ENOSPC' ? 'full' : 'unavailable'
}

/** Rephrases the error of a store that could not be opened as one about its folder. */
export function notOpened(folder: DataFolder, error: StoreError): StoreError {
  if (error.kind === 'locked') return inUse(folder, error)
  return error.kind === 'corrupt' ? damaged(folder, [], error) : unusable(folder, error)
}
