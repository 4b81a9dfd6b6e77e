import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClient } from '../../client.ts'
import { createFetch } from '../../index.ts'
import { createMock } from '../../mock.ts'
import { rejection } from './client-service.ts'
import { describeClientRequests } from './requests-cases.ts'

describeClientRequests('a mock', async (options) => {
  const client = await createMock(options)
  return { client, fetch: client.fetch, close: client.close }
})

describeClientRequests('a client in process', async ({ token, waitTimeout, ...options } = {}) => {
  const { app, close, url } = await createMock({ ...options, token })
  const fetch = createFetch(app)
  return { client: createClient({ url: url(), token, waitTimeout, fetch }), fetch, close }
})

test('without the token, a list of requests and a wait reject', async () => {
  const { fetch, url } = await createMock({ token: 'secret' })
  const client = createClient({ url: url(), fetch })
  const refusal = { code: 'token-required' }
  expect(await rejection(client.requests())).toMatchObject(refusal)
  expect(await rejection(client.endpoint('a').waitForRequest())).toMatchObject(refusal)
})

test('a wait ends when its signal is aborted, even if `fetch` ignores signals', async () => {
  const { app, url } = await createMock()
  const fetch: typeof globalThis.fetch = async (input, { signal: _, ...init } = {}) =>
    app.request(String(input), init)
  const client = createClient({ url: url(), fetch })
  const giveUp = new AbortController()
  const waiting = client.endpoint('a').waitForRequest({ signal: giveUp.signal })
  const reason = new Error('mine')
  giveUp.abort(reason)
  expect(await Promise.race([rejection(waiting), setTimeout(1_000, 'still waiting')])).toBe(reason)
})
