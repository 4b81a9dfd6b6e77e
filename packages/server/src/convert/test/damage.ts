// Damages a document as editors, disks and attackers do, in the same way for the same seed.
import { createHash } from 'node:crypto'

export function damage(text: string, seed: number): string {
  const random = createRandom(seed)
  let damaged = text
  for (let i = random(3); i >= 0; i--) damaged = damageOnce(damaged, random)
  return damaged
}

/** Returns a whole number below the limit. */
type Random = (limit: number) => number

function createRandom(seed: number): Random {
  let count = 0
  return (limit) => {
    count += 1
    const hash = createHash('sha256').update(`${seed} ${count}`).digest()
    return hash.readUInt32BE() % limit
  }
}

const strays = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '\n',
  '\0',
  '\ud800',
  '*a',
  '&a ',
  '- ',
  '#',
  '%',
  '\t',
  '!!x ',
]
const values = [
  'null',
  '[]',
  '{}',
  '-1',
  '1e999',
  '"x"',
  'true',
  '{"$ref":"#/paths"}',
  '"a/b\\u0000"',
  '[[1]]',
]

function damageOnce(text: string, random: Random): string {
  const at = random(text.length)
  const replace = (start: number, end: number, by: string): string =>
    text.slice(0, start) + by + text.slice(end)
  switch (random(8)) {
    case 0:
      return random(20) === 0 ? text.slice(0, at) : replace(at, at + 1, '')
    case 1:
      return replace(at, at, strays[random(strays.length)] ?? '')
    case 2:
      return replace(at, at + 1, String.fromCharCode(random(0x3000)))
    case 3:
      return withLine(text, random, (line) => `${line}\n${line}`)
    case 4:
      return withLine(text, random, () => '')
    default:
      return withValue(text, random)
  }
}

function withLine(text: string, random: Random, change: (line: string) => string): string {
  const lines = text.split('\n')
  const at = random(lines.length)
  lines[at] = change(lines[at] ?? '')
  return lines.join('\n')
}

/** Replaces the value of a member. A well-formed text stays well formed. */
function withValue(text: string, random: Random): string {
  const members = [...text.matchAll(/(?<=: )("[^"\n]*"|[\w.-]+|\{\}|\[\])(?=,?\n)/g)]
  const member = members[random(members.length || 1)]
  if (!member) return text
  const value = values[random(values.length)] ?? ''
  return text.slice(0, member.index) + value + text.slice(member.index + member[0].length)
}
