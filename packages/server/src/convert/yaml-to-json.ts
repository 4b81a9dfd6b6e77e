// Converts YAML 1.2 to JSON text. Numbers keep their digits. An alias becomes the text of its
// anchored node, so there can be no cycle, and a limit on the length stops exponential growth.
import { Problem } from '@mock-endpoint/core/client'
import { membersOf } from '@mock-endpoint/core/documents'
import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  type Scalar,
} from 'yaml'

/** Maximum number of tokens, each of which takes up to half a kilobyte of memory. */
const mostTokens = 4_000_000
/** Maximum length of the JSON, in characters. */
const longest = 64 * 1024 * 1024
/** Maximum nesting depth, the same as for JSON in the service. */
const deepest = 512

/** Throws a `Problem` with line and column if it is not YAML, or if JSON cannot express it. */
export function yamlToJson(text: string, limits: Limits = { tokens: mostTokens }): string {
  const lines = new LineCounter()
  const document = parse(text, lines, limits)
  if (document.contents === null) return 'null'
  return write(document.contents, { anchors: new Map(), lines, depth: 0 })
}

interface Limits {
  readonly tokens: number
}

function parse(text: string, lines: LineCounter, limits: Limits): Document.Parsed {
  const options = { schema: 'core', uniqueKeys: false, intAsBigInt: true } as const
  try {
    const documents = new Composer(options).compose(
      tokensOf(text, lines, limits),
      true,
      text.length,
    )
    const [document, second] = documents
    if (!document) throw fault(lines, 0, 'the document is empty')
    if (second) throw fault(lines, second.range[0], 'a second document begins here; one is read')
    const [error] = document.errors
    if (error) throw fault(lines, error.pos[0], lowerFirst(error.message))
    return document
  } catch (error) {
    // The library reads nested values by recursion.
    if (error instanceof RangeError) throw fault(lines, 0, 'the document is nested too deeply')
    throw error
  }
}

function* tokensOf(
  text: string,
  lines: LineCounter,
  { tokens }: Limits,
): ReturnType<Parser['parse']> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  let count = 0
  for (const token of new Lexer().lex(text)) {
    if (++count > tokens) {
      throw fault(lines, parser.offset, `YAML is read up to ${tokens} tokens; write it as JSON`)
    }
    yield* parser.next(token)
  }
  yield* parser.end()
}

interface Writing {
  /** The texts of the nodes with an anchor that are completely written. */
  readonly anchors: Map<string, string>
  readonly lines: LineCounter
  readonly depth: number
}

function write(node: ParsedNode, writing: Writing): string {
  const { anchors, lines, depth } = writing
  const [start] = node.range
  if (isAlias(node)) {
    const text = anchors.get(node.source)
    if (text !== undefined) return text
    throw fault(lines, start, `*${node.source} refers to nothing that is complete before it`)
  }
  if (depth === deepest)
    throw fault(lines, start, `nothing may be nested more than ${deepest} deep`)
  const text = writeValue(node, { ...writing, depth: depth + 1 })
  if (text.length > longest) {
    throw fault(lines, start, `this comes to more than ${longest} characters of JSON`)
  }
  if (node.anchor !== undefined) anchors.set(node.anchor, text)
  return text
}

function writeValue(node: ParsedNode, writing: Writing): string {
  if (isScalar(node)) return writeScalar(node, writing)
  if (isSeq(node)) {
    return `[${node.items.map((item) => write(item as ParsedNode, writing)).join(',')}]`
  }
  return isMap(node) ? writeMap(node as ParsedMap, writing) : 'null'
}

type ParsedMap = Extract<ParsedNode, { items: { key: unknown }[] }>

function writeMap(map: ParsedMap, writing: Writing): string {
  const own = new Map<string, string>()
  const merged = new Map<string, string>()
  for (const { key, value } of map.items) {
    const name = nameOf(key, writing)
    const text = value === null ? 'null' : write(value as ParsedNode, writing)
    const [at] = key.range
    if (name === '<<' && isScalar(key) && key.type === 'PLAIN') {
      for (const [inherited, its] of inheritedOf(text, writing, at)) {
        if (!merged.has(inherited)) merged.set(inherited, its)
      }
    } else if (own.has(name)) {
      throw fault(writing.lines, at, `${JSON.stringify(name)} is given twice`)
    } else own.set(name, text)
  }
  const members = [...new Map([...merged, ...own])]
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

/** Returns the members that `<<` adds, of a map or a list of maps. The first map wins. */
function inheritedOf(json: string, { lines }: Writing, at: number): [string, string][] {
  if (json.startsWith('{')) return [...membersOf(json)]
  const maps = json.startsWith('[') ? [...membersOf(json).values()] : [json]
  if (!maps.every((map) => map.startsWith('{'))) throw fault(lines, at, '<< needs maps')
  return maps.flatMap((map) => [...membersOf(map)])
}

function nameOf(key: ParsedNode, writing: Writing): string {
  if (isScalar(key) && typeof key.value !== 'string') {
    write(key, writing)
    return key.source
  }
  const text = write(key, writing)
  if (text.startsWith('"')) return JSON.parse(text) as string
  if (/^[[{]/.test(text))
    throw fault(writing.lines, key.range[0], 'a key cannot be a list or a map')
  return text
}

function writeScalar(scalar: Scalar.Parsed, { lines }: Writing): string {
  const { value, source } = scalar
  if (typeof value !== 'number' && typeof value !== 'bigint') return JSON.stringify(value ?? null)
  const number = jsonNumber(value, source)
  if (number !== undefined) return number
  throw fault(lines, scalar.range[0], `${source} is a number that JSON does not have`)
}

function fault(lines: LineCounter, offset: number, what: string): Problem {
  const { line, col: column } = lines.linePos(offset)
  const detail = `Line ${line}, column ${column}: ${what}.`
  return new Problem('invalid-json', detail, { line, column })
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
}

/** Returns the number in JSON, or `undefined` for infinities and NaN, which JSON does not have. */
function jsonNumber(value: number | bigint, source: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = decimal.exec(source) ?? []
  if (whole + fraction === '') {
    // Hexadecimal, octal, or not finite.
    return typeof value === 'bigint' || Number.isFinite(value) ? String(value) : undefined
  }
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return `${sign.replace('+', '')}${digits}${fraction && `.${fraction}`}${exponent}`
}

const decimal = /^([-+]?)(\d*)(?:\.(\d*))?([eE][-+]?\d+)?$/
