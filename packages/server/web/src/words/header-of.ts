/** Returns the first header of that name, which is in lower case. */
export function headerOf(
  headers: readonly (readonly [name: string, value: string])[],
  wanted: string,
): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}
