// Differences that several runtimes have.
import type { Difference } from './describe-runtime.ts'

/** For servers that get a `Response`, and cannot send none. */
export const noBrokenResponses: Difference = {
  cases:
    /rules > (the fault (reset|close|malformed) sends no response|responses are given in turn, faults)|responses > are missing after the fault/,
  why: 'A fault that comes before the response (`reset`, `close`, `malformed`) is a 500 of the server: it cannot be told to send nothing. `truncate` breaks the body off as it should.',
}

/** For servers that send every stream in chunks. */
export const noLengthOfPieces: Difference = {
  cases: /rules > a body at a certain speed comes whole/,
  why: 'A response that comes in pieces is sent in chunks, without its `Content-Length`.',
}

/** For runtimes that make a URL from Host and path, whatever the Host is. */
export const hostInPath: Difference = {
  cases: /guard > Host "(http:\/\/localhost|localhost\/)" .* malformed-host$/,
  why: 'A Host with a slash becomes a part of the path, where nothing is found: 404 instead of 400.',
}

/** For services in a browser. */
export const inBrowsers: readonly Difference[] = [
  {
    cases: new RegExp(
      [
        'guard > Host .*(malformed-host|host-not-allowed|origin-not-allowed)$',
        'guard > Host \\S+ of a page at',
        'is behind Host, Origin and token$',
        'is not for other sites, with Origin or without$',
        'guard > (a page of another host|a refused Host|the mock plane, the page and preflights)',
        'CORS > (--allow-origin|a loopback page may|a preflight of|the mock plane with)',
        'journal > a preflight of',
        'responses > to a page have the headers of CORS',
        'rules > pages of allowed origins can read',
      ].join('|'),
    ),
    why: 'Nothing guards it by Host or Origin, and it sends no CORS headers: a page cannot set those headers, and whoever can ask is the page itself.',
  },
  {
    cases: /rules > headers are added, replaced and removed/,
    why: 'Browsers show no `Set-Cookie` to pages, and set none from such responses.',
  },
]
