// The documentation for language models: `llms.txt` lists the pages (https://llmstxt.org), and
// `llms-full.txt` has all of them in one text. Each page is also written as Markdown.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

interface Page {
  readonly text: string
  /** The path, such as `/rules`. `/` is the first page. */
  readonly link: string
}

interface Section {
  readonly text: string
  readonly items: readonly Page[]
}

export interface Site {
  readonly title: string
  readonly description: string
  /** The URL of the site, with a slash at the end. */
  readonly address: string
  /** The folder with the pages. */
  readonly source: string
  readonly sections: readonly Section[]
  /** Returns the target of a link, also of one that leaves the pages. `from` is its file. */
  readonly outside: (href: string, from: string) => string
}

/** The reference is left out, because it has as many words as all other pages. */
const leftOut = '/reference/'

export function writeLlms(folder: string, site: Site): void {
  const sections = site.sections.map(({ text, items }) => ({
    text,
    items: items.filter(({ link }) => link !== leftOut),
  }))
  const lists = sections.map(({ text, items }) => {
    const lines = items.map((page) => `- [${page.text}](${urlOf(page, site)}): ${gist(page, site)}`)
    return `## ${text}\n\n${lines.join('\n')}\n`
  })
  const head = `# ${site.title}\n\n> ${site.description}\n`
  const whole = `All of it as one text: ${site.address}llms-full.txt\n`
  writeFileSync(join(folder, 'llms.txt'), [head, whole, ...lists].join('\n'))

  const pages = sections.flatMap(({ items }) => items)
  const texts = pages.map((page) => {
    const text = markdownOf(page, site)
    const file = join(folder, fileOf(page))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return text
  })
  writeFileSync(join(folder, 'llms-full.txt'), [head, ...texts].join('\n'))
}

function fileOf({ link }: Page): string {
  return link === '/' ? '/index.md' : `${link}.md`
}

function urlOf(page: Page, { address }: Site): string {
  return `${address}${fileOf(page).slice(1)}`
}

/** Returns the page without comments, and with absolute links. */
function markdownOf(page: Page, site: Site): string {
  const from = fileOf(page)
  const text = readFileSync(join(site.source, from), 'utf8')
  return text
    .replaceAll(/^<!--.*-->\n\n?/gm, '')
    .replaceAll(/\]\((\.[^)]*|[\w/-]+\.md[^)]*|#[^)]*)\)/g, (_, href: string) => {
      const moved = site.outside(href, join(site.source, from))
      return `](${new URL(moved, `${site.address.slice(0, -1)}${posix.normalize(from)}`)})`
    })
}

/** Returns the headings of the page. For a short page, returns its first sentence. */
function gist(page: Page, site: Site): string {
  const text = markdownOf(page, site).replaceAll(/^```.*?^```$/gms, '')
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  if (headings.length > 1) return `${headings.join('; ')}.`
  const [first = ''] = text.split(/\n{2,}/).filter((each) => /^[\w`*]/.test(each))
  const plain = first.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ')
  return /^.*?\.(?= |$)/.exec(plain)?.[0] ?? plain
}
