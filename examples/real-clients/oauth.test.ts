import { createMockServer } from '@mock-endpoint/vitest-plugin'
import * as client from 'openid-client'
import { Agent, fetch } from 'undici'
import { expect, test } from 'vitest'

const mock = await createMockServer({ https: true })

/** `fetch` that trusts the authority of the mock server. */
const dispatcher = new Agent({ connect: { ca: mock.ca } })
const customFetch = ((url: string, init: object) =>
  fetch(url, { ...init, dispatcher })) as unknown as client.CustomFetch

test('a program gets a token for itself, and asks an API with it', async () => {
  const auth = await mock.serve('auth')
  const issuer = auth.origin
  await auth.when('GET /.well-known/openid-configuration', {
    data: { issuer, token_endpoint: `${issuer}/oauth/token` },
  })
  const token = { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 }
  await auth.when('POST /oauth/token', { data: token })
  const api = mock.endpoint('orders')
  await api.when('GET /7', { statusCode: 401 })
  await api.when(
    { method: 'GET', path: '/7', headers: { authorization: 'Bearer token-1' } },
    { data: { id: 7 } },
  )

  const config = await client.discovery(new URL(issuer), 'shop', 'secret', undefined, {
    [client.customFetch]: customFetch,
  })
  const { access_token } = await client.clientCredentialsGrant(config, { scope: 'orders' })
  const response = await client.fetchProtectedResource(
    config,
    access_token,
    new URL(`${api.url}/7`),
    'GET',
  )
  expect(await response.json()).toEqual({ id: 7 })
  expect(auth).toHaveBeenRequestedWith({
    method: 'POST',
    body: expect.stringContaining('grant_type=client_credentials'),
  })
})
