// The members of a rule that its form shows, read from its JSON and written back.
import { parseDelay } from '../../endpoints/form/delay.ts'
import { checkJson } from '../../json/check-json.ts'
import { namesAt, type Path, valueAt, withoutValue, withValue } from '../../json/members.ts'
import { parseStatus, textOf } from '../../words/status-code.ts'
import { conditionsIn } from './conditions.ts'

/** A form field for one member of a rule. */
export interface Field {
  readonly path: Path
  /** Returns the text to show for the JSON; `undefined` if the form cannot show it. */
  show(json: string): string | undefined
  /** Returns the JSON of the typed text. An invalid text becomes a string, which is refused. */
  read(typed: string): string
  /** Whether the member is kept when the field is empty. */
  readonly keepsEmpty?: boolean
}

const text: Pick<Field, 'show' | 'read'> = {
  show: (json) => stringOf(json),
  read: (typed) => JSON.stringify(typed),
}

function number(path: Path, words: Partial<Pick<Field, 'show' | 'read'>> = {}): Field {
  const show = (json: string): string | undefined =>
    /^[-\d.eE+]+$/.test(json) ? json : stringOf(json)
  const read = (typed: string): string =>
    /^\s*\d+(\.\d+)?\s*$/.test(typed) ? typed.trim() : JSON.stringify(typed)
  return { path, show, read, ...words }
}

/** Maximum number of headers. Finding each one scans the text from its start. */
const mostHeaders = 50

export const fields = {
  method: {
    path: ['when', 'method'],
    show(json) {
      const value: unknown = JSON.parse(json)
      return [value].flat().every((each) => typeof each === 'string')
        ? [value].flat().join(', ')
        : undefined
    },
    read(typed) {
      const methods = typed
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean)
      return JSON.stringify(methods.length === 1 ? methods[0] : methods)
    },
  },
  path: { path: ['when', 'path'], ...text },
  status: number(['response', 'statusCode'], {
    show: (json) => (/^\d+$/.test(json) ? textOf(Number(json)) : stringOf(json)),
    read: (typed) => String(parseStatus(typed) ?? JSON.stringify(typed)),
  }),
  delay: number(['response', 'delay'], {
    show: (json) => (/^\d+$/.test(json) ? `${json} ms` : (stringOf(json) ?? rangeOf(json))),
    read: (typed) => {
      const [least = '', most] = typed.split(/\s+to\s+|\s*[–-]\s*/)
      const unit = /[a-z]+\s*$/i.exec(typed)?.[0] ?? ''
      // A unit after the upper bound applies to both bounds.
      const texts =
        most === undefined ? [least] : [/[a-z]/i.test(least) ? least : least + unit, most]
      const bounds = texts.map(parseDelay)
      if (bounds.some((each) => typeof each === 'string')) return JSON.stringify(typed)
      return bounds.length === 1 ? String(bounds[0]) : JSON.stringify(bounds)
    },
  }),
  fault: { path: ['response', 'fault'], ...text },
  times: number(['times']),
  headers: {
    path: ['response', 'headers'],
    show(json) {
      const names = namesAt(json, [])
      if (names.length > mostHeaders) return undefined
      const lines = names.map((name) => [name, stringOf(valueAt(json, [name]) ?? '')])
      return lines.some(([, value]) => value === undefined)
        ? undefined
        : lines.map(([name, value]) => `${name}: ${value}`).join('\n')
    },
    read(typed) {
      const lines = typed.split('\n').filter((line) => line.trim() !== '')
      const members = lines.map((line) => {
        const [name = '', ...value] = line.split(':')
        return `${JSON.stringify(name.trim())}: ${JSON.stringify(value.join(':').trim())}`
      })
      return `{ ${members.join(', ')} }`
    },
  },
  body: { path: ['response', 'body'], ...text, keepsEmpty: true },
  forward: { path: ['response', 'forward'], ...text, keepsEmpty: true },
} as const satisfies Record<string, Field>

/** Returns the text that a field shows for a rule. Empty if the rule has no such member. */
export function shown(rule: string, { path, show }: Field): string {
  const json = valueAt(rule, path)
  return json === undefined ? '' : (show(json) ?? '')
}

/** Returns the rule's text with the typed value of a field; without the member if it is empty. */
export function typed(rule: string, { path, read, keepsEmpty }: Field, value: string): string {
  const isGone = value.trim() === '' && !keepsEmpty
  return isGone ? withoutValue(rule, path) : withValue(rule, path, read(value))
}

/** Maximum length in characters, because the form parses the text after each keystroke. */
const longest = 200_000

/** Returns why a rule can only be edited as JSON; `undefined` if the form can show it. */
export function whyNot(rule: string): string | undefined {
  if (rule.length > longest) return 'The form is for shorter rules.'
  if (checkJson(rule)) return 'This is not JSON.'
  const unknown = [
    ...others(rule, [], ['id', 'endpoint', 'recordedAt', 'when', 'response', 'times', 'chance']),
    ...others(
      rule,
      ['when'],
      [
        'method',
        'path',
        'params',
        'query',
        'headers',
        'form',
        'json',
        'jsonIncludes',
        'jsonAt',
        'body',
      ],
    ),
    ...others(
      rule,
      ['response'],
      [
        'statusCode',
        'headers',
        'data',
        'body',
        'delay',
        'fault',
        'hold',
        'dynamic',
        'forward',
        'record',
      ],
    ),
  ]
  if (!rule.trim().startsWith('{')) return 'This is not a rule.'
  if (unknown.length > 0) return `The form has no field for ${unknown.slice(0, 3).join(', ')}.`
  const odd = Object.values(fields).find((field) => {
    const json = valueAt(rule, field.path)
    return json !== undefined && (field as Field).show(json) === undefined
  })
  if (odd) return `The form cannot show the ${odd.path.at(-1)} of this rule.`
  if (valueAt(rule, ['response', 'dynamic']) === '"headers"') {
    return 'The form cannot fill in only the headers.'
  }
  if (valueAt(rule, ['response', 'record'])?.startsWith('{')) {
    return 'The form cannot show how this rule records.'
  }
  if (!conditionsIn(rule)) return 'The form cannot show what this rule asks of a request.'
  return undefined
}

/** Returns the names that the form does not know. */
function others(rule: string, path: Path, known: readonly string[]): readonly string[] {
  return namesAt(rule, path).filter((name) => !known.includes(name))
}

function stringOf(json: string): string | undefined {
  return json.startsWith('"') ? (JSON.parse(json) as string) : undefined
}

function rangeOf(json: string): string | undefined {
  const [, least, most] = /^\[\s*(\d+)\s*,\s*(\d+)\s*\]$/.exec(json) ?? []
  return least === undefined ? undefined : `${least} to ${most} ms`
}

/** A member of a response that is `true` or absent. */
export type Flag = 'hold' | 'dynamic' | 'record'

export function isChecked(rule: string, name: Flag): boolean {
  return valueAt(rule, ['response', name]) === 'true'
}

export function setChecked(rule: string, name: Flag, isOn: boolean): string {
  return isOn ? withValue(rule, ['response', name], 'true') : withoutValue(rule, ['response', name])
}
