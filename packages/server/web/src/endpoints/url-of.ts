/** Where the callers of an endpoint find it. */
export function urlOf(name: string): string {
  return `${location.origin}/endpoint/${encodeURIComponent(name)}`
}
