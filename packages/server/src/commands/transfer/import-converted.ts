// `mock-endpoint import har` and `import openapi`: import foreign documents as rules.
import { basename } from 'node:path'
import { Problem } from '@mock-endpoint/core/client'
import type { Convert } from '../../convert/converted.ts'
import { importRules } from '../../convert/import-rules.ts'
import { ExitError, exitCodes } from '../../program/exit.ts'
import { givenValue } from '../../settings/setting.ts'
import { forTerminal } from '../../terminal/request-line.ts'
import type { Run } from '../command.ts'
import { readWhole } from '../given-json.ts'
import * as settings from '../settings.ts'
import { counted } from '../words.ts'

export const importHar: Run = createImport(async (text, options) => {
  const { convertHar } = await import('../../convert/har.ts')
  return convertHar(text, options)
})

export const importOpenApi: Run = createImport(async (text, options) => {
  const { convertOpenApi } = await import('../../convert/openapi.ts')
  return convertOpenApi(text, options)
})

const mostShown = 100

function createImport(convert: Convert): Run {
  return async ({ args: [file = '-'], given, host, daemon, json, signal, print, say }) => {
    const { client, control } = daemon
    await control.getHealth(undefined, signal)
    const text = await readWhole(file, host)
    const name = givenValue(given, settings.asEndpoint)
    const { rules, left } = await convert(text, { name, file: basename(file) }).catch(explain(file))
    const names = await importRules(control, rules, signal)
    const urls = names.map((endpoint) => client.url(endpoint))
    if (json) print(JSON.stringify({ rules: rules.length, urls, left }))
    else {
      for (const sentence of left.slice(0, mostShown)) say(forTerminal(sentence))
      if (left.length > mostShown) say(`And ${left.length - mostShown} more.`)
      if (rules.length > 0)
        print(`Imported ${counted(rules.length, 'rule')}. Base URLs for clients:`)
      for (const url of urls) print(url)
    }
    if (rules.length > 0) return exitCodes.clean
    const sentence = `${forTerminal(file)} has no examples or recorded responses that can be imported.`
    throw new ExitError(exitCodes.badSetting, sentence)
  }
}

function explain(file: string): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof Error)) throw cause
    const { line, column } = cause instanceof Problem ? cause.extensions : {}
    const place = line === undefined ? '' : `:${line}:${column}`
    const detail = cause.message.replace(/^Line \d+, column \d+: /, '')
    throw new ExitError(exitCodes.badSetting, `${forTerminal(file)}${place}: ${detail}`, { cause })
  }
}
