// Every link between the Markdown files leads to a file that exists, and to a heading that it has.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

test.each(files)('%s', (path) => {
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

/** As GitHub and VitePress do for headings of plain words. */
function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Without its blocks of code. */
function textOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
}
