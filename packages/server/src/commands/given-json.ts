// Reads the JSON input of a command: an argument, a file, or standard input.
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf } from '@mock-endpoint/core/client'
import { checkJson } from '@mock-endpoint/core/documents'
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Host } from '../terminal/host.ts'
import { forTerminal } from '../terminal/request-line.ts'

/**
 * Resolves to JSON text: the argument itself, a file (`@orders.json`), or standard input (`-`, or
 * nothing if input is piped). Rejects with an `ExitError` if it is missing, not UTF-8 or not JSON.
 */
export async function readJson(given: string | undefined, host: Host): Promise<string> {
  if (given === undefined && host.terminal) {
    throw refusal("JSON is missing: give it as an argument such as '[1]', as @file, or pipe it in.")
  }
  const { source, bytes } = await read(given ?? '-', host)
  const text = typeof bytes === 'string' ? bytes : decode(source, bytes)
  await checkJson(text).catch(async (error: Error) => {
    const hint = source === argument ? await hintOf(text, host) : ''
    throw refusal(`${source} is not valid JSON: ${forTerminal(error.message)}${hint}`)
  })
  return text
}

const argument = 'The argument'

/** Returns a hint for likely mistakes in an argument that is not valid JSON. */
async function hintOf(text: string, { cwd }: Host): Promise<string> {
  const found = await stat(resolve(cwd, text)).catch(() => undefined)
  if (found?.isFile()) return ` A file needs an @: @${forTerminal(text)}.`
  return /^\s*[a-z]/i.test(text) ? ' A text needs its quotes: \'"hello"\'.' : ''
}

/** Resolves to the text of a file, or of standard input (`-`). Rejects unless it is UTF-8. */
export async function readWhole(file: string, host: Host): Promise<string> {
  const { source, bytes } = await read(file === '-' ? file : `@${file}`, host)
  return typeof bytes === 'string' ? bytes : decode(source, bytes)
}

interface Read {
  /** Its name in messages. */
  readonly source: string
  readonly bytes: Uint8Array | string
}

async function read(given: string, { stdin, cwd }: Host): Promise<Read> {
  if (given === '-') {
    const parts: Uint8Array[] = []
    for await (const part of stdin) parts.push(part)
    return { source: 'Standard input', bytes: Buffer.concat(parts) }
  }
  if (!given.startsWith('@')) return { source: argument, bytes: given }
  const path = given.slice(1)
  try {
    return { source: forTerminal(path), bytes: await readFile(resolve(cwd, path)) }
  } catch (error) {
    throw refusal(`${forTerminal(path)} cannot be read (${codeOf(error)}).`)
  }
}

function decode(source: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refusal(`${source} is not UTF-8.`)
  }
}

function refusal(sentence: string): ExitError {
  return new ExitError(exitCodes.badSetting, sentence)
}
