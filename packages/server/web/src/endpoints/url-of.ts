/** Returns the URL of an endpoint. */
export function urlOf(name: string): string {
  return `${location.origin}/endpoint/${encodeURIComponent(name)}`
}
