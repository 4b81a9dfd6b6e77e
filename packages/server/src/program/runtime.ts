// What runs the program, where it is not Node.

const differences =
  'https://github.com/mock-endpoint/mock-endpoint/blob/main/docs/runtimes.md#the-daemon-on-bun-and-deno'

/** Such as `Bun 1.4.5`, and where it is told what is different there. On Node nothing. */
export function otherRuntime(
  versions: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly differences: string } | undefined {
  const { bun, deno } = versions
  const name = bun === undefined ? deno && `Deno ${deno}` : `Bun ${bun}`
  return name === undefined ? undefined : { name, differences }
}
