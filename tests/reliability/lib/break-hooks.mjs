// Replaces text in the built files of the packages as Node loads them.

let breakages = []

export function initialize(data) {
  breakages = data
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (!/\/packages\/[a-z-]+\/dist\//.test(url)) return loaded
  let source = String(loaded.source)
  for (const { from, to } of breakages) {
    const [before, after, ...more] = source.split(from)
    if (after === undefined) continue
    if (more.length > 0) throw new Error(`More than one ${from} in ${url}.`)
    source = before + to + after
  }
  return { ...loaded, source }
}
