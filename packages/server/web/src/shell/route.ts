// The current view, as the part of the URL after `#`, for bookmarks, links and the back button.
import { signal } from '@preact/signals'
import { freshId } from '../drafts/draft-keys.ts'

export type Route =
  /** All endpoints, or one, with an optional rule to scroll to. */
  | { readonly view: 'endpoints'; readonly name?: string; readonly rule?: string }
  /**
   * A new endpoint, with its known values. Each draft has its own URL, so that none replaces
   * another. Without a `draftId`, the page adds a new one.
   */
  | {
      readonly view: 'new'
      readonly draftId?: string
      readonly name?: string
      readonly copyOf?: string
    }
  | { readonly view: 'requests'; readonly id?: number }
  /** All sent webhooks, one of them, or the form that sends one. */
  | { readonly view: 'webhooks'; readonly id?: number | 'new' }

export const route = signal<Route>(read())

window.addEventListener('hashchange', () => {
  route.value = read()
})

function read(): Route {
  const at = parse(location.hash)
  if (at.view !== 'new' || at.draftId !== undefined) return at
  const own = { ...at, draftId: freshId() }
  history.replaceState(null, '', hrefOf(own))
  return own
}

export function go(to: Route): void {
  location.hash = hrefOf(to)
}

/** Like `go`, but replaces the history entry, because the current place no longer exists. */
export function goInstead(to: Route): void {
  location.replace(hrefOf(to))
}

export function hrefOf(to: Route): string {
  switch (to.view) {
    case 'endpoints':
      return to.name === undefined ? '#/' : hrefOfEndpoint(to.name, to.rule)
    case 'new': {
      const known = new URLSearchParams()
      if (to.name !== undefined) known.set('name', to.name)
      if (to.copyOf !== undefined) known.set('copy', to.copyOf)
      const path = to.draftId === undefined ? '#/new' : `#/new/${to.draftId}`
      return known.size > 0 ? `${path}?${known}` : path
    }
    case 'requests':
    case 'webhooks':
      return to.id === undefined ? `#/${to.view}` : `#/${to.view}/${to.id}`
  }
}

function hrefOfEndpoint(name: string, rule: string | undefined): string {
  const endpoint = `#/endpoint/${encodeURIComponent(name)}`
  return rule === undefined ? endpoint : `${endpoint}/rule/${encodeURIComponent(rule)}`
}

/** Parses the part after `#`. An invalid one leads to the list of endpoints. */
function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [view, rest, part, id] = path.split('/', 4)
  if (view === 'endpoint' && rest) {
    const rule = part === 'rule' && id ? { rule: decode(id) } : {}
    return { view: 'endpoints', name: decode(rest), ...rule }
  }
  if (view === 'new') {
    const known = new URLSearchParams(query)
    const [name, copyOf] = [known.get('name'), known.get('copy')]
    return {
      view: 'new',
      ...(rest && { draftId: rest }),
      ...(name !== null && { name }),
      ...(copyOf !== null && { copyOf }),
    }
  }
  if (view === 'webhooks' && rest === 'new') return { view, id: rest }
  if (view === 'requests' || view === 'webhooks') {
    const id = Number(rest)
    return rest && Number.isInteger(id) ? { view, id } : { view }
  }
  return { view: 'endpoints' }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
