// Each entry of a package exports every type that it mentions, because a project that emits
// declarations must be able to name these types, and with pnpm it sees no other package (TS2742).
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const own = join(root, 'packages')
const entries = ['core', 'store-redis', 'server', 'vitest-plugin'].flatMap(entriesOf)
const { config } = ts.readConfigFile(join(own, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, own)
const program = ts.createProgram(Object.values(entries), options)
const checker = program.getTypeChecker()
const exportsOf = new Map(entries.map((entry) => [entry, readExports(entry)]))
/** Symbols that any entry exports. TypeScript expands an alias that no entry exports. */
const named = new Set([...exportsOf.values()].flatMap((symbols) => [...symbols]))

test.each(entries.map((entry) => [entry.slice(own.length + 1), entry]))(
  '%s exports every type that it mentions',
  (_, entry) => {
    expect(missingFrom(entry)).toEqual([])
  },
)

function entriesOf(name: string): string[] {
  const folder = join(own, name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { '@mock-endpoint/source': string }>
  }
  return Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [join(folder, entry['@mock-endpoint/source'])],
  )
}

function readExports(entry: string): Set<ts.Symbol> {
  const file = program.getSourceFile(entry)
  const module = file && checker.getSymbolAtLocation(file)
  if (!module) throw new Error(`${entry} is no module`)
  return new Set(checker.getExportsOfModule(module).map(behindAlias))
}

function behindAlias(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** Returns the types that the entry's exports mention, directly or not, but it does not export. */
function missingFrom(entry: string): string[] {
  const exported = exportsOf.get(entry) ?? new Set()
  const seen = new Set(exported)
  const missing = new Set<string>()
  for (const symbol of seen) {
    const isAlias = symbol.flags & ts.SymbolFlags.TypeAlias
    const needsName = symbol.flags & ts.SymbolFlags.Type && (!isAlias || named.has(symbol))
    if (needsName && !exported.has(symbol)) missing.add(symbol.name)
    for (const declaration of symbol.declarations ?? []) {
      visitTypes(declaration, (mentioned) => seen.add(mentioned))
    }
  }
  return [...missing].sort()
}

/** Calls back for each of our symbols that the types of a declaration name. */
function visitTypes(node: ts.Node, tell: (symbol: ts.Symbol) => void): void {
  if (ts.isBlock(node) || ts.isPrivateIdentifier((node as ts.PropertyDeclaration).name ?? node)) {
    return
  }
  if (ts.isIdentifier(node)) {
    const found = checker.getSymbolAtLocation(node)
    const symbol = found && behindAlias(found)
    if (symbol && isOurs(symbol)) tell(symbol)
  }
  const initializer = (node as ts.VariableDeclaration).initializer
  ts.forEachChild(node, (child) => {
    if (child !== initializer) visitTypes(child, tell)
  })
}

/** Whether it is declared at the top level of a module of the packages. */
function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => {
    const statement = ts.isVariableDeclaration(declaration)
      ? declaration.parent.parent
      : declaration
    return ts.isSourceFile(statement.parent) && declaration.getSourceFile().fileName.startsWith(own)
  })
}
