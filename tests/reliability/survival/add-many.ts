// Many endpoints at once, for what has to be there before an attack.

/** So many a call: a body of less than 10 MiB, whatever the names. */
const mostAtOnce = 20_000

export async function addMany(
  url: string,
  count: number,
  nameOf: (i: number) => string,
): Promise<void> {
  for (let from = 0; from < count; from += mostAtOnce) {
    const endpoints = Array.from({ length: Math.min(mostAtOnce, count - from) }, (_, i) => ({
      name: nameOf(from + i),
      data: 1,
    }))
    const body = JSON.stringify({ endpoints })
    const response = await fetch(`${url}/api/import`, { method: 'POST', body })
    if (!response.ok) throw new Error(`import: ${response.status} ${await response.text()}`)
  }
}
