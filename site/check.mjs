// Checks the built site in Chromium: every link and anchor exists, no request goes to another host,
// and axe finds nothing in the light and the dark theme.
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import axe from 'axe-core'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../scripts/chromium.mjs'

const base = '/mock-endpoint/'
const dist = join(import.meta.dirname, '.vitepress', 'dist')
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
/** The rules of axe that depend on the text of a page. The others depend on the theme. */
const ofContent = [
  ...['heading-order', 'empty-heading', 'page-has-heading-one', 'document-title'],
  ...['link-name', 'duplicate-id-aria', 'empty-table-header', 'list', 'listitem'],
]
/** In milliseconds. Long, because the machine may be busy. */
const patience = 300_000
const pages = readdirSync(dist, { recursive: true }).filter((path) => path.endsWith('.html'))
const faults = [...brokenLinks(), ...brokenLlms(), ...tooLong()]

const server = createServer(serve).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const origin = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
await lookAtAll()
await searchFor('waitForRequest')
await browser.close()
server.close()

for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
process.stdout.write(`${pages.length} pages, ${faults.length} faults\n`)
process.exitCode = faults.length > 0 ? 1 : 0

/** The guide has at most 12 pages and 12,000 words, with code and tables, without the reference. */
function tooLong() {
  const guide = pages.filter((path) => !/^(reference\/|404)/.test(path))
  const words = guide.flatMap((path) => {
    const text = readFileSync(join(dist, path.replace(/html$/, 'md')), 'utf8')
    return text.split(/\s+/).filter((word) => /[a-z\d]/i.test(word))
  })
  const size = `${guide.length} pages and ${words.length} words`
  process.stdout.write(`The guide has ${size}.\n`)
  return guide.length > 12 || words.length > 12_000 ? [`the guide has ${size}`] : []
}

/** Pages that `llms.txt` lists must exist, and be in `llms-full.txt`, without relative links. */
function brokenLlms() {
  const address = 'https://mock-endpoint.github.io/mock-endpoint/'
  const [index, whole] = ['llms.txt', 'llms-full.txt'].map((file) => {
    return readFileSync(join(dist, file), 'utf8')
  })
  const linked = [...index.matchAll(/\]\(([^)]+)\): (.+)$/gm)].flatMap(([, url, gist]) => {
    const file = join(dist, url.slice(address.length))
    if (!url.startsWith(address) || !existsSync(file)) return [`llms.txt links to ${url}`]
    if (!gist.endsWith('.')) return [`llms.txt does not say what ${url} is: ${gist}`]
    const isThere = whole.includes(readFileSync(file, 'utf8'))
    return isThere ? [] : [`llms-full.txt lacks ${url}`]
  })
  const relative = [...whole.matchAll(/\]\((?!https?:)[^)\s]*\.md[^)]*\)/g)].map(([link]) => {
    return `llms-full.txt has the link ${link}`
  })
  return index.includes('/rules.md') ? [...linked, ...relative] : ['llms.txt has no rules']
}

/** Checks links and anchors. VitePress checks only pages, not anchors, when it builds. */
function brokenLinks() {
  const broken = []
  const idsOf = new Map()
  const ids = (path) => {
    if (!idsOf.has(path)) {
      const html = readFileSync(join(dist, path), 'utf8')
      idsOf.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)))
    }
    return idsOf.get(path)
  }
  for (const path of pages) {
    const html = readFileSync(join(dist, path), 'utf8')
    for (const [, href] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), `http://site${base}${path}`)
      if (url.host !== 'site') continue
      const target = fileOf(url.pathname)
      if (target === undefined) broken.push(`${path} links to ${href}, which does not exist`)
      else if (
        url.hash &&
        target.endsWith('.html') &&
        !ids(target).has(decodeURIComponent(url.hash.slice(1)))
      )
        broken.push(`${path} links to ${href}, which has no such heading`)
    }
  }
  return [...new Set(broken)]
}

function fileOf(pathname) {
  const path = decodeURIComponent(pathname.slice(base.length))
  const found = [path, join(path, 'index.html'), `${path}.html`].find((candidate) => {
    const file = join(dist, candidate)
    return pathname.startsWith(base) && existsSync(file) && statSync(file).isFile()
  })
  return found
}

function serve({ url }, response) {
  const path = fileOf(new URL(url, 'http://site').pathname)
  if (path === undefined) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
  createReadStream(join(dist, path)).pipe(response)
}

/** Checks that pages load without errors or requests to other hosts, and runs axe on them. */
async function lookAtAll() {
  const waiting = pages.filter((path) => !isLikeOthers(path))
  const look = async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce', baseURL: origin })
    page.setDefaultTimeout(patience)
    page.on('request', (request) => {
      const { origin: asked } = new URL(request.url())
      if (asked !== origin && asked !== 'null') faults.push(`a request to ${asked}`)
    })
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      await page.goto(base + path)
      await page.evaluate(axe.source)
      await runAxe(page, path, 'light', isLong(path) ? { runOnly: ofContent } : {})
      if (!isLong(path)) await runAxe(page, path, 'dark', { runOnly: ['color-contrast'] })
    }
    await page.close()
  }
  await Promise.all(Array.from({ length: 4 }, look))
}

/** Whether the page is deep in the reference, where pages are like the ones further up. */
function isLikeOthers(path) {
  return /^reference\/.+\/.+\//.test(path)
}

/** Whether all rules take seconds. The pages of the smaller packages are generated in the same way. */
function isLong(path) {
  return /^reference\/.+\/(core|server)\.html$/.test(path)
}

async function runAxe(page, path, colorScheme, options = {}) {
  await page.emulateMedia({ colorScheme })
  const isDark = () => document.documentElement.classList.contains('dark')
  await page.waitForFunction(`(${isDark})() === ${colorScheme === 'dark'}`)
  const { violations } = await page.evaluate((given) => globalThis.axe.run(given), options)
  for (const { id, nodes } of violations) {
    const places = nodes.slice(0, 2).map(({ target }) => target)
    faults.push(`${path}, ${colorScheme}: ${id} at ${places.join(' and ')}`)
  }
}

async function searchFor(text) {
  const page = await browser.newPage({ baseURL: origin })
  page.setDefaultTimeout(patience)
  await page.goto(`${base}rules.html`)
  const box = page.getByRole('searchbox')
  // The keys have no effect before the page's scripts have run.
  for (let tries = 30; tries > 0 && !(await box.isVisible()); tries--) {
    await page.keyboard.press('Control+k')
    await box.waitFor({ timeout: 1000 }).catch(() => {})
  }
  await box.fill(text)
  await page.locator('.result').first().waitFor()
  await page.close()
}
