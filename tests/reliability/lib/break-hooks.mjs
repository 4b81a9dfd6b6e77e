// Replaces text in the built files of the packages as Node loads them.

let breakages = []

export function initialize(data) {
  breakages = data
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (!/\/packages\/[a-z-]+\/dist\//.test(url)) return loaded
  const replaceIn = (source, { from, to }) => source.split(from).join(to)
  return { ...loaded, source: breakages.reduce(replaceIn, String(loaded.source)) }
}
