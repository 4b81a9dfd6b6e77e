// Finds the endpoint that a path asks for.

export interface Asked {
  readonly name: string
  /** The path below the endpoint, as it was sent. `undefined` if there is none. */
  readonly below: string | undefined
}

/** Returns the endpoint in a path, or `undefined` if no endpoint can have such a name. */
export function askedIn(path: string): Asked | undefined {
  const [, encoded, below] = /^\/endpoint\/([^/]+)(\/.*)?$/.exec(path) ?? []
  if (encoded === undefined) return undefined
  try {
    const name = decodeURIComponent(encoded)
    const isName = !/[/\\\p{Cc}]|^\.\.?$/u.test(name)
    return isName ? { name, below } : undefined
  } catch {
    return undefined
  }
}
