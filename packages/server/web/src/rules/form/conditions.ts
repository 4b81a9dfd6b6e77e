// The conditions of a rule other than method and path, as rows of a form.
import { checkJson } from '../../json/check-json.ts'
import {
  namesAt,
  type Path,
  valueAt,
  withName,
  withoutValue,
  withValue,
} from '../../json/members.ts'

/** The part of a request that is compared: a member of `when`. */
export type Where =
  | 'query'
  | 'headers'
  | 'params'
  | 'form'
  | 'jsonAt'
  | 'json'
  | 'jsonIncludes'
  | 'body'

export type Is = 'is' | 'contains' | 'matches' | 'absent'

export interface Condition {
  readonly where: Where
  /** The name of the compared value. A JSON Pointer for `jsonAt`, empty for the whole body. */
  readonly name: string
  readonly is: Is
  /** The value as typed. JSON if JSON is compared. */
  readonly value: string
}

/** In the order of the documentation of rules. */
const named: readonly Where[] = ['params', 'query', 'headers', 'form', 'jsonAt']
const whole: readonly Where[] = ['json', 'jsonIncludes', 'body']

/** Maximum number of rows, because each takes room, and time proportional to the text. */
const most = 50

/** Returns the conditions in the text of a rule; `undefined` if rows cannot show them. */
export function conditionsIn(text: string): readonly Condition[] | undefined {
  const paths = [
    ...named.flatMap((where) => namesAt(text, ['when', where]).map((name) => [where, name])),
    ...whole.filter((where) => valueAt(text, ['when', where]) !== undefined).map((each) => [each]),
  ]
  if (paths.length > most) return undefined
  const conditions = paths.map(([where, name = '']) => read(text, where as Where, name))
  return conditions.every((each) => each !== undefined) ? conditions : undefined
}

export function withCondition(text: string, { where, name, is, value }: Condition): string {
  return withValue(text, pathOf({ where, name }), written(where, is, value))
}

/** Replaces a condition. It keeps its position unless it belongs to another member of `when`. */
export function changeCondition(text: string, before: Condition, now: Condition): string {
  if (before.where !== now.where) return withCondition(withoutCondition(text, before), now)
  const renamed = before.name === now.name ? text : withName(text, pathOf(before), now.name)
  return withCondition(renamed, now)
}

export function withoutCondition(text: string, condition: Condition): string {
  return withoutValue(text, pathOf(condition))
}

function pathOf({ where, name }: Pick<Condition, 'where' | 'name'>): Path {
  return isNamed(where) ? ['when', where, name] : ['when', where]
}

export function isNamed(where: Where): boolean {
  return named.includes(where)
}

export function isWholeJson(where: Where): boolean {
  return where === 'json' || where === 'jsonIncludes'
}

/** Whether JSON is compared there, not text. */
function isJson(where: Where): boolean {
  return isWholeJson(where) || where === 'jsonAt'
}

function read(text: string, where: Where, name: string): Condition | undefined {
  const json = valueAt(text, pathOf({ where, name })) ?? ''
  const value: unknown = JSON.parse(json)
  const like = isWholeJson(where) ? undefined : likeOf(value)
  if (like) return { where, name, ...like }
  if (isJson(where)) return { where, name, is: 'is', value: shownJson(json) }
  if (value === null && isNamed(where)) return { where, name, is: 'absent', value: '' }
  const isText = typeof value === 'string' || typeof value === 'number'
  return isText ? { where, name, is: 'is', value: String(value) } : undefined
}

function likeOf(value: unknown): Pick<Condition, 'is' | 'value'> | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1)
    return undefined
  for (const is of ['contains', 'matches'] as const) {
    const text: unknown = Reflect.get(value, is)
    if (typeof text === 'string') return { is, value: text }
  }
  return undefined
}

function written(where: Where, is: Is, value: string): string {
  if (is === 'absent') return 'null'
  if (is !== 'is') return `{ ${JSON.stringify(is)}: ${JSON.stringify(value)} }`
  return isJson(where) ? typedJson(value) : JSON.stringify(value)
}

/** Returns the typed text if it is valid JSON, otherwise a JSON string with that text. */
function typedJson(typed: string): string {
  return checkJson(typed) ? JSON.stringify(typed) : typed
}

/** Returns a string without its quotes, unless it would then be read as other JSON. */
function shownJson(json: string): string {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' && checkJson(value) ? value : json
}
