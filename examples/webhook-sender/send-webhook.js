// What is tested: a sender that signs its events as GitHub does, and tries again while the receiver
// is busy.
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** POSTs the event. Resolves to the receiver's status and the number of tries. */
export async function sendWebhook(event, { url, secret, ...options }) {
  const { sleep = wait, waits = [1000, 10_000], timeout = 5000 } = options
  const body = JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${signature}`,
  }
  for (let tries = 1; ; tries++) {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    const { ok, status } = response
    await response.body?.cancel()
    if (ok) return { status, tries }
    if (status !== 503 || tries > waits.length) throw new Error(`The receiver answered ${status}.`)
    await sleep(waits[tries - 1])
  }
}
