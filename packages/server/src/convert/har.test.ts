import { expect, onTestFinished, test } from 'vitest'
import type { Converted } from './converted.ts'
import { convertHar } from './har.ts'
import { documentText } from './test/open.ts'
import { type Served, serve } from './test/served.ts'

async function served(given: Converted): Promise<Served> {
  const service = await serve(given)
  onTestFinished(() => service.close())
  return service
}

/** Converts a recording of Chromium, made with Playwright. */
async function shop(): Promise<Converted> {
  return await convertHar(documentText('shop.har'), { file: 'shop.har' })
}

interface RecordedEntry {
  readonly request: { readonly method: string; readonly url: string }
  readonly response: {
    readonly status: number
    readonly content: { readonly text?: string; readonly encoding?: 'base64' }
  }
}

test('every recorded request gets its recorded status and body, byte for byte', async () => {
  const { ask } = await served(await shop())
  const { log } = JSON.parse(documentText('shop.har')) as {
    log: { entries: readonly RecordedEntry[] }
  }
  const answered = log.entries.filter(({ response }) => response.status > 0)
  expect(answered).toHaveLength(14)
  for (const { request, response } of answered) {
    const { host, pathname, search } = new URL(request.url)
    const answer = await ask(request.method, host + pathname.replace(/^\/$/, '') + search)
    const { text = '', encoding = 'utf8' } = response.content
    expect.soft(answer.status, request.url).toBe(response.status)
    expect.soft(answer.bytes, request.url).toEqual(Buffer.from(text, encoding))
  }
})

test('a recorded JSON body becomes the data of a rule, with all digits of numbers', async () => {
  const { rules } = await shop()
  expect(rules.find((rule) => rule.includes('"page":"2"'))).toBe(
    '{"id":"api.shop.example-get-v1-orders-page-2-679d1cea","endpoint":"api.shop.example","when":{"method":"GET","path":"/v1/orders","query":{"page":"2"}},"response":{"statusCode":200,"data":{"items":[{"id":12345678901234567890,"total":1.0}],"page":2},"headers":{"x-total-count":"3"}}}',
  )
})

test('a recorded request with a query wins over the same one without it', async () => {
  const { ask } = await served(await shop())
  expect((await ask('GET', 'api.shop.example/v1/orders?page=2&x=y')).text).toContain('"page":2')
  expect((await ask('GET', 'api.shop.example/v1/orders?page=1')).text).toContain('"page":1')
})

test('recorded headers that matter to a client are kept, and others are dropped', async () => {
  const { ask } = await served(await shop())
  const login = await ask('GET', 'shop.example/login')
  expect(login.headers.get('location')).toBe('/me')
  expect(login.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/; HttpOnly'])
  const dot = await ask('GET', 'shop.example/dot.png')
  expect(dot.headers.get('cache-control')).toBe('max-age=60')
  expect(dot.headers.get('content-type')).toBe('image/png')
  const home = await ask('GET', 'shop.example/')
  expect(home.headers.has('strict-transport-security')).toBe(false)
  const created = await ask('POST', 'api.shop.example/v1/orders')
  expect(created.headers.get('content-type')).toBe('application/vnd.shop+json; charset=utf-8')
})

test('a recorded path matches in any encoding, and its text is sent in UTF-8', async () => {
  const { ask } = await served(await shop())
  const { text, headers } = await ask('GET', 'api.shop.example/v1/caf%c3%a9')
  expect(text).toBe('café')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test('a recorded request without a response is left out, with the reason', async () => {
  expect((await shop()).left).toEqual([
    'GET api.shop.example/v1/slow: has no response: it was blocked, broken off or never sent.',
  ])
})

test('the name option puts all recorded hosts into one endpoint', async () => {
  const options = { file: 'shop.har', name: 'shop' }
  const { ask } = await served(await convertHar(documentText('shop.har'), options))
  expect((await ask('GET', 'shop/me')).text).toBe('{"name":"Zoë"}')
  const ticks = [1, 2, 3].map(async () => (await ask('GET', 'shop/v1/tick')).text)
  expect(await Promise.all(ticks)).toEqual(['{"tick":1}', '{"tick":2}', '{"tick":2}'])
})
