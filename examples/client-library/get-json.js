// What is tested: a client that asks again while the service is busy, and gives up on a slow one.
import { setTimeout as wait } from 'node:timers/promises'

/** The JSON at this URL. `fetch` and `sleep` can be handed in; times are milliseconds. */
export async function getJson(url, options = {}) {
  const { fetch = globalThis.fetch, sleep = wait, tries = 3, timeout = 1000 } = options
  for (let attempt = 1; ; attempt++) {
    const { status, ok, text } = await ask(url, { fetch, timeout })
    if (ok) return JSON.parse(text)
    if (status !== 503 || attempt >= tries) throw new Error(`${url} answered ${status}.`)
    await sleep(100 * 2 ** (attempt - 1))
  }
}

async function ask(url, { fetch, timeout }) {
  const controller = new AbortController()
  const tooSlow = new Error(`${url} took longer than ${timeout} ms.`)
  // Fake timers drive this one, but not AbortSignal.timeout().
  const timer = setTimeout(() => controller.abort(tooSlow), timeout)
  try {
    const response = await fetch(url, { signal: controller.signal })
    return { status: response.status, ok: response.ok, text: await response.text() }
  } finally {
    clearTimeout(timer)
  }
}
