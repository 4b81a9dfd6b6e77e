// The documentation as a site: what it is made of is in docs/.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { defineConfig } from 'vitepress'
import { writeLlms } from './llms.ts'

const root = resolve(import.meta.dirname, '..', '..')
const docs = join(root, 'docs')
const repository = 'https://github.com/mock-endpoint/mock-endpoint'

const title = 'mock-endpoint'
const description =
  'A URL that answers exactly the JSON you say, with the status and the delay you say.'
const guide = [
  {
    text: 'Begin',
    items: [
      page('Tutorial', 'tutorial'),
      page('In tests', 'testing'),
      page('Other test runners, and CI', 'other-runners'),
      page('Rules', 'rules'),
      page('Mocks in files', 'files'),
      page('The web UI', 'web-ui'),
    ],
  },
  {
    text: 'Coming from',
    items: ['MSW', 'nock', 'Polly', 'json-server', 'WireMock', 'Mockoon', 'mockttp'].map((name) =>
      page(name, `coming-from/${name.toLowerCase()}`),
    ),
  },
  {
    text: 'Run it',
    items: [
      page('Settings, Docker, proxies', 'running'),
      page('A whole API', 'real-apis'),
      page('Sending webhooks', 'webhooks'),
      page('Coding agents', 'agents'),
      page('Commands', 'commands'),
      page('Many daemons', 'scaling'),
      page('Runtimes', 'runtimes'),
    ],
  },
  {
    text: 'Look up',
    items: [
      page('The API', 'api'),
      page('Problems and what to do', 'problems'),
      page('Reliability', 'reliability'),
      page('Performance', 'performance'),
      page('Figures', 'figures'),
      page('Architecture', 'architecture'),
      page('Glossary', 'glossary'),
      page('Decisions', 'decisions/0001-dependencies'),
      page('Reference', 'reference/'),
    ],
  },
]

export default defineConfig({
  title,
  description,
  lang: 'en-GB',
  // Where GitHub Pages serves it.
  base: '/mock-endpoint/',
  srcDir: docs,
  // The address of a daemon on the machine of whoever reads it.
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
      { text: 'Guide', link: '/tutorial' },
      { text: 'API', link: '/api' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: {
      '/': guide,
      '/decisions/': [{ text: 'Decisions', items: readDecisions() }],
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
    // The pages lie outside of the folder where the packages are installed.
    resolve: { alias: { vue: join(import.meta.dirname, '..', 'node_modules', 'vue') } },
  },
})

function page(text: string, path: string) {
  return { text, link: `/${path}` }
}

function readDecisions() {
  const folder = join(docs, 'decisions')
  return readdirSync(folder).map((file) => {
    const [, title = file] =
      /^# (?:\d+\S* )?(.+)$/m.exec(readFileSync(join(folder, file), 'utf8')) ?? []
    return page(title, `decisions/${file.replace(/\.md$/, '')}`)
  })
}

function readReference() {
  const file = join(docs, 'reference', 'typedoc-sidebar.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/** The empty corner of a table heads nothing. */
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

/** Links to files of the repository that are not documentation lead to GitHub. */
function toSite(href: string, from: string): string {
  if (!href.startsWith('.')) return href
  const [path = '', ...anchor] = href.split('#')
  const file = resolve(dirname(from), path)
  if (!relative(docs, file).startsWith('..')) return href
  if (!existsSync(file)) throw new Error(`${from} links to ${href}, which does not exist.`)
  return [`${repository}/blob/main/${relative(root, file)}`, ...anchor].join('#')
}
