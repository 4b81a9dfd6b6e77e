// Reads the .env file of the working folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { codeOf } from '@mock-endpoint/core/client'
import { ExitError, exitCodes } from '../program/exit.ts'

/** Returns the variables that `.env` in this folder sets, or none if there is no such file. */
export function readEnvFile(folder: string): Record<string, string> {
  const path = join(folder, '.env')
  try {
    const text = readFileSync(path, 'utf8')
    if (text.includes('\0')) throw new Error('it is not UTF-8; save it as UTF-8')
    return parse(text)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return {}
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ExitError(exitCodes.badSetting, `${path} cannot be read: ${reason}`, { cause })
  }
}

/**
 * Calls `parseEnv`, but avoids its quirks: it lets a line without `=` swallow the next one, reads
 * an indented comment as a variable and a byte order mark as a letter, and before Node 20.20 makes
 * extra variables from a value that contains `=`. Throws for a stray quote, which hides the lines
 * after it.
 */
function parse(text: string): Record<string, string> {
  const names = new Set<string>()
  let open: Quote | undefined
  const kept = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .filter((line, index) => {
      if (open) {
        checkSwallowed(line, index + 1, open)
        if (line.includes(open.mark)) open = undefined
        return true
      }
      const name = assigned.exec(line)?.[1]
      if (name === undefined) return false
      names.add(name)
      const mark = openQuote(line)
      if (mark !== '') open = { mark, line: index + 1 }
      return true
    })
  if (open) throw new Error(`line ${open.line} opens a ${open.mark} that is never closed`)
  const variables = Object.entries(parseEnv(kept.join('\n')))
  return Object.fromEntries(
    variables.filter((entry): entry is [string, string] => names.has(entry[0])),
  )
}

/** A quote that continues after its line. */
interface Quote {
  readonly mark: string
  /** The number of the line that opens it, from 1. */
  readonly line: number
}

/** Matches the name of the variable that a line sets. */
const assigned = /^\s*(?:export\s+)?([^=#\s]+)\s*=/

/** Throws if a line inside quotes sets one of our variables: the closing quote is missing. */
function checkSwallowed(line: string, number: number, { mark, line: opened }: Quote): void {
  const name = assigned.exec(line)?.[1] ?? ''
  if (!/^(MOCK_ENDPOINT_.*|(SERVER|CLIENT)_REPORTING_DSN)$/.test(name)) return
  throw new Error(
    `line ${number} sets ${name} inside the ${mark} that line ${opened} opens; close it there`,
  )
}

/** Returns the quote that a line opens and does not close, otherwise an empty text. */
function openQuote(line: string): string {
  const [, quote = '', rest = ''] = /^[^=#]*=\s*(["'`])(.*)$/.exec(line) ?? []
  return rest.includes(quote) ? '' : quote
}
