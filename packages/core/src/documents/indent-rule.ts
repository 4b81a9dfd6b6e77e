// Formats a rule over several lines, so that a diff shows the part that changed.
import { elementsIn, type Located, membersIn } from '../model/json/located.ts'
import type { Yielding } from '../model/time/yielding.ts'

/** A value of up to this many characters stays on one line. */
const longestLine = 80

/** Members whose values are bodies. They stay as they are, because white space is part of them. */
const bodies: ReadonlySet<string> = new Set(['data', 'json', 'jsonIncludes', 'jsonAt'])

/** Returns the text of a rule with a line for each member. `indent` is that of the rule itself. */
export function* indentRule(rule: string, indent: string): Yielding<string> {
  return yield* linesOf({ text: rule, start: 0 }, indent)
}

// Recursion is safe, because rules nest at most five deep.
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
