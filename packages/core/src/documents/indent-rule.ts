// Rules over several lines, so that a difference between two of them shows where it is.
import { elementsIn, type Located, membersIn } from '../model/json/located.ts'
import type { Yielding } from '../model/time/yielding.ts'

/** What fits on a line stays on one. */
const longestLine = 80

/** Members whose values are bodies: their white space is part of them. */
const bodies: ReadonlySet<string> = new Set(['data', 'json', 'jsonIncludes', 'jsonAt'])

/** The text of a rule with a line for each member. `indent` is the white space before the rule itself. */
export function* indentRule(rule: string, indent: string): Yielding<string> {
  return yield* linesOf({ text: rule, start: 0 }, indent)
}

// Rules nest five deep at most.
function* linesOf(value: Located, indent: string): Yielding<string> {
  const { text } = value
  if (text.length <= longestLine) return text
  const inner = `${indent}  `
  const lines: string[] = []
  if (text.startsWith('{')) {
    for (const member of (yield* membersIn(value)) ?? []) {
      const own = bodies.has(member.name) ? member.text : yield* linesOf(member, inner)
      lines.push(`${JSON.stringify(member.name)}: ${own}`)
    }
  } else {
    for (const element of (yield* elementsIn(value)) ?? []) {
      lines.push(yield* linesOf(element, inner))
    }
  }
  if (lines.length === 0) return text
  const [open, close] = text.startsWith('{') ? '{}' : '[]'
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`
}
