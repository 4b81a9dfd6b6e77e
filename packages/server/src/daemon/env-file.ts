// The .env file of the working folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ExitError, exitCodes } from './exit.ts'

/** The variables that `.env` in this folder sets; none when there is no such file. */
export function readEnvFile(folder: string): Record<string, string> {
  const path = join(folder, '.env')
  try {
    return parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {}
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ExitError(exitCodes.badSetting, `${path} cannot be read: ${reason}`, { cause })
  }
}

/**
 * `parseEnv` lets a line without `=` swallow the next one, takes an indented comment for a variable,
 * and a byte order mark for a letter.
 */
function parse(text: string): Record<string, string> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  let quote = ''
  const kept = lines.filter((line) => {
    const isContinued = quote !== ''
    if (isContinued) quote = line.includes(quote) ? '' : quote
    else quote = openQuote(line)
    return isContinued || /^\s*[^#\s].*=/.test(line)
  })
  return { ...parseEnv(kept.join('\n')) } as Record<string, string>
}

/** The quote that a line opens for the lines below it, if it does. */
function openQuote(line: string): string {
  const [, quote = '', rest = ''] = /^[^=#]*=\s*(["'`])(.*)$/.exec(line) ?? []
  return rest.includes(quote) ? '' : quote
}
