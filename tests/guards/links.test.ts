// Every link between Markdown files leads to an existing file, and to an existing heading in it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

test.each(files)('the links in %s lead to existing files and headings', (path) => {
  const text = textOf(join(root, path))
  const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, link]) => link ?? [])
  const local = links.filter((link) => !/^[a-z]+:/.test(link))
  expect(local.filter((link) => !isThere(link, join(root, path)))).toEqual([])
})

function isThere(link: string, from: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? from : resolve(dirname(from), path)
  if (!existsSync(file)) return false
  return anchor === undefined || headingsOf(file).includes(anchor)
}

function headingsOf(file: string): string[] {
  return [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => toAnchor(title))
}

/** Returns the anchor that GitHub and VitePress give a heading of plain words. */
function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Returns the file's text without its code blocks. */
function textOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
}
