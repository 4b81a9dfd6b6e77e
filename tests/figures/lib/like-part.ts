// Rules with `contains` or `matches` instead of exact values, which may be costly to match.
import type { Choices } from '../../reliability/hostile/choices.ts'

/** Returns a member of `when` for the rule with this index. */
export type Part = (i: number) => string

export interface Like {
  readonly part: Part
  /** The part of the URL after the endpoint's name, if the rules match the path. */
  readonly target: string | undefined
  /** The body and content type of the request, if the rules match a form. */
  readonly form: { readonly body: string; readonly type: string } | undefined
}

const expressions: readonly string[] = [
  ...['x', '1$', '(a|b)*a(a|b){60}c', '[^,]*,[^,]*,[^x]*x', '.*.*.*=', '(1*)*2', '(?i)(k|\\pL)+!'],
  ...['\\pL{30}!', '(a?){100}a{100}', '(.|1){100}q', '(?:\\d{1,9},){20}x', '[^x]{200}x', '\\b\\B'],
]

const fields: readonly string[] = [
  ...['a=1&', '%61%61=%F0%9F%98%80&', 'f&', '&', '=', 'f=1111111111111111111111111&', '+'],
  ...['--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n1\r\n', '--b\r\n', '\r\n\r\n'],
  ...['--b\r\nContent-Disposition:;a=b;c="d"', '--b', '\r\n--b\r\nX:1'],
]

/** Returns a `contains` with a repetitive text, which ends differently in each rule. */
function wantedOf(random: Choices): Part {
  const [unit, length] = [random.pick(['a', '1,', 'ab', '\\"']), random.pick([1, 100, 5000])]
  return (i) => `{"contains":"${unit.repeat(length)}${i}"}`
}

export function createLike(random: Choices): Like {
  const expression = random.pick(expressions)
  const contains = wantedOf(random)
  const isExpression = random.oneIn(2)
  const like: Part = (i) =>
    isExpression ? `{"matches":${JSON.stringify(`${expression}|${i}!`)}}` : contains(i)
  const depth = random.pick([1, 10, 400])
  const pointers = ['/end', '/long', `${'/0'.repeat(depth)}`, `${'/a'.repeat(depth)}`, '/30000']
  const [pointer, room] = [random.pick(pointers), random.pick([1000, 100_000, 1_000_000])]
  const field = random.pick(fields)
  const isInParts = random.oneIn(2)
  const segments = random.pick([1, 20, 300])
  const named = (write: (at: number) => string): string =>
    Array.from({ length: segments }, (_, at) => write(at)).join('')
  switch (random.integer(4)) {
    case 3:
      return {
        part: (i) =>
          `"path":"${named((at) => `/:p${at}`)}/*","params":{${named((at) => `"p${at}":{"contains":""},`)}"p0":${like(i)}}`,
        target: `${'/x'.repeat(segments)}/${'1,'.repeat(1000)}`,
        form: undefined,
      }
    case 0:
      return { part: (i) => `"body":${like(i)}`, target: undefined, form: undefined }
    case 1:
      return {
        part: (i) => `"jsonAt":{"${pointer}":${like(i)}}`,
        target: undefined,
        form: undefined,
      }
    default:
      return {
        part: (i) => `"form":{"f":${like(i)}}`,
        target: undefined,
        form: {
          body: field.repeat(Math.ceil(room / field.length)),
          type: isInParts ? 'multipart/form-data; boundary=b' : 'application/x-www-form-urlencoded',
        },
      }
  }
}
