// Serves the web UI and its files. They are a fixed set, so that no path can lead anywhere else.
import { readdir, readFile } from 'node:fs/promises'
import { type AppOptions, accepts } from '@mock-endpoint/core'
import { createFileReader } from './file-reader.ts'

type Web = NonNullable<AppOptions['web']>

// When it runs from source, as with `npm run dev`, it serves the files of the last build.
const program = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : './', import.meta.url)
const folder = new URL('static/', program)

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The content codings of the built files, the best first, with their file extensions. */
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
 * Finds the files of the web UI and returns the handler of `/` and `/static/…`. The web UI reports
 * its errors to this Sentry DSN, if there is one.
 */
export async function loadWeb(reportingDsn: string | undefined): Promise<Web> {
  const [document, files] = await Promise.all([
    readFile(new URL('web.html', program), 'utf8'),
    readdir(folder),
  ])
  const html = withDsn(document, reportingDsn)
  const policy = policyOf(reportingDsn)
  const names = new Set(files.filter((file) => typeOf(file) !== undefined))
  // Files are read when they are first requested, so a start without a browser reads none.
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
        // Its name changes with its content.
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

/** Returns the policy, which allows own files, calls to the service, and reports to the DSN. */
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
