// Which endpoint a path asks for.

export interface Asked {
  readonly name: string
  /** Whether it was for a path below the endpoint. */
  readonly isBelow: boolean
}

/** What was asked for; `undefined` when no endpoint can have such a name. */
export function askedIn(path: string): Asked | undefined {
  const [, encoded, below] = /^\/endpoint\/([^/]+)(\/.*)?$/.exec(path) ?? []
  if (encoded === undefined) return undefined
  try {
    const name = decodeURIComponent(encoded)
    const isName = !/[/\\\p{Cc}]|^\.\.?$/u.test(name)
    return isName ? { name, isBelow: below !== undefined } : undefined
  } catch {
    return undefined
  }
}
