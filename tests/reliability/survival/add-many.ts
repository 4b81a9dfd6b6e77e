// Adds many endpoints at once, to prepare an attack.

/** Maximum number of endpoints per call, so that its body is below 10 MiB with any names. */
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
