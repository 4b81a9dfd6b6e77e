// The documentation as a site. Its pages are in docs/.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { defineConfig } from 'vitepress'
import { writeLlms } from './llms.ts'

const root = resolve(import.meta.dirname, '..', '..')
const docs = join(root, 'docs')
const repository = 'https://github.com/mock-endpoint/mock-endpoint'

const title = 'mock-endpoint'
const description =
  'A mock HTTP server. You tell it which JSON, status code and delay to return, and it returns exactly that.'
const guide = [
  {
    text: 'Start',
    items: [page('Getting started', ''), page('Compared with other tools', 'compared')],
  },
  {
    text: 'In tests',
    items: [
      page('Vitest', 'testing'),
      page('Other test runners, CI', 'other-runners'),
      page('Rules', 'rules'),
      page('Requests and webhooks', 'webhooks'),
    ],
  },
  {
    text: 'Everywhere',
    items: [
      page('A whole API', 'real-apis'),
      page('Mocks in files', 'files'),
      page('The server', 'running'),
      page('Coding agents', 'agents'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('HTTP and commands', 'api'),
      page('Problems', 'problems'),
      page('JavaScript', 'reference/'),
    ],
  },
]
/** Pages for contributors, which are only in the repository. */
const outside = [
  'architecture.md',
  'decisions',
  'figures.md',
  'glossary.md',
  'performance.md',
  'reliability.md',
  'runtimes.md',
  'scaling.md',
]

export default defineConfig({
  title,
  description,
  lang: 'en-GB',
  // The path on GitHub Pages.
  base: '/mock-endpoint/',
  srcDir: docs,
  srcExclude: outside.map((path) => (path.endsWith('.md') ? path : `${path}/**`)),
  // Links to a daemon on the reader's machine.
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      md.core.ruler.push('empty-headers', ({ tokens }) => tokens.forEach(asCell))
      const render = md.renderer.rules.link_open
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index]
        const href = token?.attrGet('href')
        if (token && href) token.attrSet('href', toSite(href, join(docs, env.relativePath)))
        return (
          render?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)
        )
      }
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    outline: { level: [2, 3] },
    nav: [
      { text: 'Guide', link: '/' },
      { text: 'HTTP', link: '/api' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: {
      '/': guide,
      '/reference/': [{ text: 'Reference', items: readReference() }],
    },
  },
  buildEnd: ({ outDir }) =>
    writeLlms(outDir, {
      title,
      description,
      address: 'https://mock-endpoint.github.io/mock-endpoint/',
      source: docs,
      sections: guide,
      outside: toSite,
    }),
  vite: {
    // The pages are outside the folder where the packages are installed.
    resolve: { alias: { vue: join(import.meta.dirname, '..', 'node_modules', 'vue') } },
  },
})

function page(text: string, path: string) {
  return { text, link: `/${path}` }
}

function readReference() {
  const file = join(docs, 'reference', 'typedoc-sidebar.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/** Turns the empty corner of a table into a normal cell, because it is not a header. */
function asCell(
  token: { type: string; tag: string },
  i: number,
  tokens: { content: string; tag: string }[],
) {
  if (token.type !== 'th_open' || tokens[i + 1]?.content !== '') return
  token.tag = 'td'
  const close = tokens[i + 2]
  if (close) close.tag = 'td'
}

/** Links to files of the repository that are not pages of the site lead to GitHub. */
function toSite(href: string, from: string): string {
  if (/^([a-z]+:|#|\/)/.test(href)) return href
  const [path = '', ...anchor] = href.split('#')
  const file = resolve(dirname(from), path)
  const [top = ''] = relative(docs, file).split(sep)
  if (top !== '..' && !outside.includes(top)) return href
  if (!existsSync(file)) throw new Error(`${from} links to ${href}, which does not exist.`)
  return [`${repository}/blob/main/${relative(root, file)}`, ...anchor].join('#')
}
