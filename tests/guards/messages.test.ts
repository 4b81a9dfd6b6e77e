// Collects every sentence that a user may read in one file, messages.txt, which is short enough to
// read at once. `npx vitest run tests/guards/messages -u` updates it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const sources = execFileSync('git', ['ls-files', 'packages/*.ts', 'packages/*.tsx'], { cwd: root })
const isTest = /\.test\.tsx?$|\/test\/|-contract\/|\/contract\/|\.config\.ts$/

test('messages.txt contains every sentence that a user may read', async () => {
  const files = String(sources)
    .split('\n')
    .filter((path) => path !== '' && !isTest.test(path))
  const parts = files.flatMap((path) => {
    const found = [...new Set(sentencesOf(path))]
    return found.length > 0 ? [`${path}\n${found.map((text) => `  ${text}\n`).join('')}`] : []
  })
  await expect(parts.join('\n')).toMatchFileSnapshot('messages.txt')
})

function sentencesOf(path: string): string[] {
  const text = readFileSync(resolve(root, path), 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    const text = textOf(node)?.replace(/\s+/g, ' ').trim()
    if (text !== undefined && isProse(text)) found.push(text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns the text of a literal, with `…` for each inserted value. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
    return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

/** Whether a text has at least three words, two of them in a row, and is not code. */
function isProse(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}’']*/gu) ?? []
  return (
    words.length > 2 &&
    /\p{L}{2,},? \p{L}/u.test(text) &&
    !/[{};=]|=>|redis\.call|^--|^(SELECT|INSERT|DELETE|CREATE) /.test(text)
  )
}
