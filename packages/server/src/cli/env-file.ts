// The .env file of the working folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { codeOf } from '@mock-endpoint/core/client'
import { ExitError, exitCodes } from '../program/exit.ts'

/** The variables that `.env` in this folder sets; none when there is no such file. */
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
 * `parseEnv` with its quirks kept out: it lets a line without `=` swallow the next one, takes an
 * indented comment for a variable and a byte order mark for a letter, and before Node 20.20 makes
 * more variables of a value that holds `=`. Throws for a stray quote, which hides what follows it.
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

/** A quote that goes on below its line. */
interface Quote {
  readonly mark: string
  /** Where it was opened, from 1. */
  readonly line: number
}

/** The variable that a line sets. */
const assigned = /^\s*(?:export\s+)?([^=#\s]+)\s*=/

/** No value of several lines holds a line that sets one of our variables: a quote was forgotten. */
function checkSwallowed(line: string, number: number, { mark, line: opened }: Quote): void {
  const name = assigned.exec(line)?.[1] ?? ''
  if (!/^(MOCK_ENDPOINT_.*|(SERVER|CLIENT)_REPORTING_DSN)$/.test(name)) return
  throw new Error(
    `line ${number} sets ${name} inside the ${mark} that line ${opened} opens; close it there`,
  )
}

/** The quote that a line opens for the lines below it, if it does. */
function openQuote(line: string): string {
  const [, quote = '', rest = ''] = /^[^=#]*=\s*(["'`])(.*)$/.exec(line) ?? []
  return rest.includes(quote) ? '' : quote
}
