// Sends one hostile request, directly or through a proxy, and checks what it must not change.

import { exchange, type RawExchange } from '../lib/exchange.ts'
import { outcome } from '../lib/response.ts'
import { get, type Vector } from './vector.ts'

const canary = '{"name":"canary","data":"here","statusCode":200,"delay":0}'

/** Sends the request to the daemon at this URL. Resolves to the faults found. */
export async function attack(daemon: string, vector: Vector): Promise<string[]> {
  await plant(daemon)
  const seen = await exchange(daemon, vector.request, vector)
  const outcomes = seen.responses.map(outcome).join(', ') || 'closed'
  const isExpected = vector.expected.includes(outcomes)
  return [
    ...(isExpected ? [] : [`answered ${outcomes}, not ${vector.expected.join(' or ')}`]),
    ...faultsOf(seen),
    ...(await harmTo(daemon)),
  ]
}

/** Sends the request through a proxy, whose other clients must still get their own responses. */
export async function attackThrough(
  proxy: string,
  daemon: string,
  vector: Vector,
): Promise<string[]> {
  await plant(daemon)
  const seen = await exchange(proxy, vector.request, vector)
  const most = Math.max(...vector.expected.map((outcomes) => outcomes.split(', ').length))
  const count = seen.responses.length
  const faults = [
    ...(count <= most ? [] : [`${count} answers, not ${most}`]),
    ...faultsOf(seen, vector.bare),
    ...(await harmTo(daemon)),
    ...(await mixedUp(proxy)),
    // Bytes left on the connection to the daemon are read with the next request.
    ...(await harmTo(daemon)),
  ]
  return [...new Set(faults)]
}

async function plant(daemon: string): Promise<void> {
  for (const name of ['canary', 'orders']) {
    const body = JSON.stringify({ name, data: 'here' })
    await fetch(`${daemon}/api/endpoint/add`, { method: 'PUT', body })
  }
  await fetch(`${daemon}/api/request`, { method: 'DELETE' })
}

function faultsOf({ garbage, isClosed }: RawExchange, bare = /^$/): string[] {
  return [
    ...(garbage === '' || bare.test(garbage)
      ? []
      : [`no HTTP: ${JSON.stringify(garbage.slice(0, 500))}`]),
    ...(isClosed ? [] : ['the connection stays open']),
  ]
}

/** Resolves to the faults: a smuggled request that was served, or a daemon that is not healthy. */
async function harmTo(daemon: string): Promise<string[]> {
  const kept = await fetch(`${daemon}/api/endpoint/canary`)
  const record = await kept.text()
  const asked = await fetch(`${daemon}/api/request?endpoint=canary`)
  const { requests } = (await asked.json()) as { requests: readonly unknown[] }
  const health = await fetch(`${daemon}/api/health`)
  await health.body?.cancel()
  return [
    ...(record === canary ? [] : [`canary: removed or changed: ${record}`]),
    ...(requests.length === 0 ? [] : ['canary: asked']),
    ...(health.status === 200 ? [] : [`health is ${health.status}`]),
  ]
}

let nobody = 0

/**
 * Sends good requests, each on a new connection to the proxy, which has one connection to the
 * daemon. The proxy drops requests whose client ends its side before the response.
 */
async function mixedUp(proxy: string): Promise<string[]> {
  const faults: string[] = []
  for (let times = 0; times < 3; times++) {
    const name = `nobody-${nobody++}`
    const unknown = await exchange(proxy, get(`/endpoint/${name}`), { isAnswered: true })
    const orders = await exchange(proxy, get('/endpoint/orders'), { isAnswered: true })
    const told = unknown.responses.map(({ status, body }) => {
      return status === 404 && body.includes(`"name":"${name}"`)
    })
    const here = orders.responses.map(({ status, body }) => `${status} ${body}`)
    if (told.join() !== 'true') faults.push(`${name} is answered ${JSON.stringify(unknown)}`)
    if (here.join() !== '200 "here"') faults.push(`orders is answered ${JSON.stringify(orders)}`)
  }
  return faults
}
