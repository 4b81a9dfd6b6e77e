// Which endpoint a path asks for.

export interface Asked {
  readonly name: string
  /** The path below the endpoint, as it was sent; `undefined` when there is none. */
  readonly below: string | undefined
}

/** What was asked for; `undefined` when no endpoint can have such a name. */
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
