// The web UI and its files: a fixed set, so that no path can lead anywhere else.
import { readdir, readFile } from 'node:fs/promises'
import { type AppOptions, accepts } from '@mock-endpoint/core'
import { createFileReader } from './file-reader.ts'

type Web = NonNullable<AppOptions['web']>

// From source, as `npm run dev` runs it, they are those of the last build.
const program = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : './', import.meta.url)
const folder = new URL('static/', program)

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Those that the build has made, the better first: the coding, and how its files end. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/**
 * Finds the files of the web UI and returns what answers `/` and `/static/…`. It reports its
 * errors to this Sentry DSN, if there is one.
 */
export async function loadWeb(reportingDsn: string | undefined): Promise<Web> {
  const [document, files] = await Promise.all([
    readFile(new URL('web.html', program), 'utf8'),
    readdir(folder),
  ])
  const html = withDsn(document, reportingDsn)
  const policy = policyOf(reportingDsn)
  const names = new Set(files.filter((file) => typeOf(file) !== undefined))
  // A start without a browser reads none.
  const read = createFileReader(folder)

  return async ({ url, headers }) => {
    const path = new URL(url).pathname
    if (path === '/') {
      const own = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
      return new Response(html, {
        headers: { ...common, ...own, 'content-security-policy': policy },
      })
    }
    const name = path.slice('/static/'.length)
    if (!names.has(name)) return undefined
    const accepted = headers.get('accept-encoding')
    const [coding, end] = encodings.find(([one]) => accepts(accepted, one)) ?? ['', '']
    return new Response(await read(name + end), {
      headers: {
        ...common,
        'content-type': typeOf(name) ?? '',
        // Its name changes with what is in it.
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(coding !== '' && { 'content-encoding': coding }),
      },
    })
  }
}

function typeOf(file: string): string | undefined {
  return types[file.slice(file.lastIndexOf('.') + 1)]
}

/** The web UI may load its own files, call its own service, and report to that one address. */
function policyOf(reportingDsn: string | undefined): string {
  const report = reportingDsn === undefined ? '' : ` ${new URL(reportingDsn).origin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self'${report}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function withDsn(document: string, reportingDsn = ''): string {
  const meta = (dsn: string): string => `<meta name="reporting-dsn" content="${dsn}">`
  const text = reportingDsn.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return document.replace(meta(''), () => meta(text))
}
