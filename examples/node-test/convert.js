// What is tested: converts money by the rates of a service, and by the last known ones while it is down.
export function createConverter(ratesUrl, { fetch = globalThis.fetch, timeout = 1000 } = {}) {
  let known

  async function readRates() {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeout)
    try {
      const response = await fetch(ratesUrl, { signal: controller.signal })
      return response.ok ? await response.json() : known
    } catch {
      return known
    } finally {
      clearTimeout(timer)
    }
  }

  return async (cents, currency) => {
    known = await readRates()
    if (known === undefined) throw new Error('No rates are known.')
    return Math.round(cents * known[currency])
  }
}
