// Which endpoints can have a file of their own.
import { Buffer } from 'node:buffer'
import { settingsFile } from './mock-path.ts'

/** Letters of every script, digits, and signs that mean nothing to shells and file systems. */
const plain = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .@+=,~-]*$/u
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const longest = 255

/** The file for an endpoint of that name; `undefined` when some system could not have such a file. */
export function fileNameFor(name: string, others: Iterable<string>): string | undefined {
  const file = `${name}.json`
  if (!plain.test(name) || /[ .]$/.test(name) || reserved.test(name)) return undefined
  if (Buffer.byteLength(file) > longest || file.toLowerCase() === settingsFile) return undefined
  for (const other of others) {
    // Some systems take two names for one that differ in their case alone.
    if (other !== file && other.toLowerCase() === file.toLowerCase()) return undefined
  }
  return file
}
