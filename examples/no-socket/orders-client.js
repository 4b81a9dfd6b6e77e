/** What is tested: a client that asks again when the service is busy. `fetch` can be handed in. */
export async function getOrders({ baseUrl, fetch = globalThis.fetch, tries = 2 }) {
  for (let left = tries; ; left--) {
    const response = await fetch(new Request(`${baseUrl}/orders`))
    if (response.ok) return response.json()
    if (response.status !== 503 || left <= 1) throw new Error(`Orders answered ${response.status}.`)
  }
}
