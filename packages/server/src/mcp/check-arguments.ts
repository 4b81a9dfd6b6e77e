// Checks the arguments of a tool. The errors explain what to write instead.
import { nearMisses } from '@mock-endpoint/core/client'
import type { Argument, Arguments } from './input-schemas.ts'

/** Throws if an argument is unknown, missing or does not match its schema. */
export function checkArguments(
  given: Readonly<Record<string, unknown>>,
  { properties, required }: Arguments,
): void {
  const names = Object.keys(properties)
  const list = `The arguments are ${names.map((name) => `\`${name}\``).join(', ')}.`
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined) {
    const [near] = nearMisses(unknown, names, 1)
    const meant = near === undefined ? '' : ` Did you mean \`${near}\`?`
    throw new Error(`\`${unknown}\` is not an argument of this tool.${meant} ${list}`)
  }
  const missing = required.find((name) => given[name] === undefined)
  if (missing !== undefined) throw new Error(`\`${missing}\` is missing. ${list}`)
  for (const [name, argument] of Object.entries(properties)) {
    const value = given[name]
    if (value === undefined || isAsSaid(value, argument)) continue
    throw new Error(`\`${name}\` must be ${inWords(argument)}.`)
  }
}

function isAsSaid(value: unknown, { type, minimum, maximum, enum: values }: Argument): boolean {
  if (values) return values.includes(String(value))
  if (type !== 'integer') return typeof value === type
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return false
  return value >= (minimum ?? value) && value <= (maximum ?? value)
}

function inWords({ type, minimum, maximum, enum: values }: Argument): string {
  if (values) return `one of ${values.join(', ')}`
  if (type !== 'integer') return `a ${type}`
  return minimum === undefined ? 'an integer' : `an integer from ${minimum} to ${maximum}`
}
