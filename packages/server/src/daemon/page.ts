// The page and its files: a fixed set, read once, so that no path can lead anywhere else.
import { readFile } from 'node:fs/promises'
import type { AppOptions } from '@mock-endpoint/core'

type Page = NonNullable<AppOptions['page']>

const folder = new URL('./', import.meta.url)

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-security-policy': policy,
}

/** Reads the files of the page and returns what answers `/` and `/static/…`. */
export async function loadPage(): Promise<Page> {
  const [html, style, icon] = await Promise.all([
    readFile(new URL('index.html', folder), 'utf8'),
    readFile(new URL('static/page.css', folder)),
    readFile(new URL('static/icon.svg', folder)),
  ])
  const files = new Map([
    ['/static/page.css', { body: style, type: 'text/css; charset=utf-8' }],
    ['/static/icon.svg', { body: icon, type: 'image/svg+xml' }],
  ])
  return ({ url, headers }) => {
    const path = new URL(url).pathname
    if (path === '/') {
      const host = headers.get('host') ?? 'localhost'
      return answer(html.replaceAll('{host}', host), 'text/html; charset=utf-8')
    }
    const file = files.get(path)
    return file && answer(file.body, file.type)
  }
}

function answer(body: string | Uint8Array<ArrayBuffer>, type: string): Response {
  const headers = { ...common, 'content-type': type, 'cache-control': 'no-cache' }
  return new Response(body, { headers })
}
