// Breaks the built program on purpose, to see a check fail: text of its files is replaced as they
// are loaded, the files stay as they are.

export interface Breakage {
  /** Text of a built file, as it stands there once. */
  readonly from: string
  readonly to: string
}

/** The flags and variables that start Node with the program broken. */
export function breaking(broken: readonly Breakage[]): {
  readonly flags: readonly string[]
  readonly env: Readonly<Record<string, string>>
} {
  if (broken.length === 0) return { flags: [], env: {} }
  const hooks = new URL('./break-register.mjs', import.meta.url).href
  return { flags: [`--import=${hooks}`], env: { BREAKAGES: JSON.stringify(broken) } }
}
