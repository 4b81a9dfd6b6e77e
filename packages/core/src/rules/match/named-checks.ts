// Checks of values that have a name: parameters, headers and form fields.
import { nothing, type TextMatch } from '../../model/rule/rule.ts'
import type { Check } from './check.ts'
import type { RuledRequest } from './ruled-request.ts'
import { shorten } from './show-json.ts'
import { createTextCheck } from './text-check.ts'

export function namedChecks(
  member: 'params' | 'query' | 'headers' | 'form',
  wanted: Readonly<Record<string, TextMatch | null>> | undefined,
  valuesOf: (request: RuledRequest, name: string) => readonly string[] | undefined,
): Check[] {
  return Object.entries(wanted ?? {}).map(([name, value]) => {
    const key = member === 'headers' ? name.toLowerCase() : name
    const check = value === null ? undefined : createTextCheck(value)
    return (request, steps) => {
      const values = valuesOf(request, key)
      if (steps.take(1 + (values?.length ?? 0))) {
        if (!check && values === undefined) return undefined
        if (check && values?.some((each) => check.matches(each, steps))) return undefined
      }
      return () => ({
        // Not shortened for headers, because those to be masked are found by their names.
        member: `${member}.${member === 'headers' ? name : shorten(name)}`,
        expected: check?.inWords ?? nothing,
        actual: values ? shorten(values.join(', ')) : nothing,
      })
    }
  })
}
