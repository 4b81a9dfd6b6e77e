// Finds unknown variables with our prefix, because a mistyped name would be ignored silently.
import { nearMisses } from '@mock-endpoint/core/client'
import { secret } from '../commands/delivery-settings.ts'
import { url } from '../commands/settings.ts'
import type { Given } from '../settings/setting.ts'
import { allSettings } from '../settings/table.ts'

const prefix = 'MOCK_ENDPOINT_'
const known = [...allSettings, url, secret].flatMap(({ variable }) => variable ?? [])

/** Returns a warning for each unknown variable, without its value, which may be a secret. */
export function unknownVariables(env: Given['env']): string[] {
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith(prefix) && !known.includes(name),
  )
  return unknown.map((name) => {
    const ends = known.map((one) => one.slice(prefix.length))
    const given = name.slice(prefix.length).replace(/ANSWER$/, 'RESPONSE')
    const [nearest] = nearMisses(given, ends, 1)
    const hint = nearest === undefined ? '--help lists them' : `did you mean ${prefix}${nearest}`
    return `${name} is not a variable of mock-endpoint, so it is ignored; ${hint}${nearest ? '?' : '.'}`
  })
}
