// The runtime of the program, if it is not Node.js.

const differences =
  'https://github.com/mock-endpoint/mock-endpoint/blob/main/docs/runtimes.md#the-daemon-on-bun-and-deno'

/** Returns a name such as `Bun 1.4.5`, and the URL of its differences. `undefined` on Node.js. */
export function otherRuntime(
  versions: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly differences: string } | undefined {
  const { bun, deno } = versions
  const name = bun === undefined ? deno && `Deno ${deno}` : `Bun ${bun}`
  return name === undefined ? undefined : { name, differences }
}
