// The contract of the checks before the planes (Host, Origin, token), and of CORS on both planes.
import { describe, expect, test } from 'vitest'
import { hostOriginTable } from '../host-origin-table.ts'
import { add, ask, corsOf, expectProblem, type Open } from './contract-service.ts'

const page = 'http://localhost:5173'
const foreign = 'https://evil.example'
const reflected = {
  'access-control-allow-origin': page,
  'access-control-allow-credentials': 'true',
}
const controlCalls: readonly [method: string, path: string][] = [
  ['PUT', '/api/endpoint/add'],
  ['GET', '/api/endpoint'],
  ['DELETE', '/api/endpoint'],
  ['GET', '/api/endpoint/orders'],
  ['DELETE', '/api/endpoint/orders'],
  ['GET', '/api/health'],
  ['GET', '/api/openapi.json'],
  ['OPTIONS', '/api/endpoint'],
  ['GET', '/api/nothing'],
]

export function describeGuard(name: string, open: Open): void {
  describe(`${name}: guard`, () => {
    test.each(hostOriginTable)('Host %j with Origin %j: %s', async (host, origin, outcome) => {
      const send = await open({ allowedHosts: ['mocks.example'] })
      const headers = { host, ...(origin !== undefined && { origin }) }
      const calls = [
        await ask(send, '/api/endpoint', { headers }),
        await add(send, { name: 'orders', data: 1 }, headers),
        await ask(send, '/', { headers }),
      ]
      for (const response of calls) {
        if (outcome === 'allowed') expect(response.status).toBe(200)
        else await expectProblem(response, outcome === 'malformed-host' ? 400 : 403, outcome)
      }
    })

    test.each(controlCalls)('%s %s is behind Host, Origin and token', async (method, path) => {
      const send = await open({ token: 'secret' })
      const strangers: [status: number, code: string, headers: Record<string, string>][] = [
        [403, 'host-not-allowed', { host: 'evil.example', authorization: 'Bearer secret' }],
        [403, 'origin-not-allowed', { origin: foreign, authorization: 'Bearer secret' }],
        [401, 'token-required', {}],
      ]
      for (const [status, code, headers] of strangers) {
        await expectProblem(await ask(send, path, { method, headers }), status, code)
      }
    })

    test.each(controlCalls)(
      '%s %s is not for other sites, with Origin or without',
      async (method, path) => {
        const send = await open()
        const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
        const response = await ask(send, path, { method, headers })
        const { detail } = await expectProblem(response, 403, 'origin-not-allowed')
        expect(detail).toContain('Call it from a program')
      },
    )

    test.each(['same-origin', 'same-site', 'none'])(
      'a request with `Sec-Fetch-Site: %s` may call the control API',
      async (site) => {
        const headers = { 'sec-fetch-site': site }
        expect((await ask(await open(), '/api/health', { headers })).status).toBe(200)
      },
    )

    test('a cross-site loopback page on another port may call the control API', async () => {
      const headers = { origin: page, 'sec-fetch-site': 'cross-site' }
      expect((await ask(await open(), '/api/health', { headers })).status).toBe(200)
    })

    test('links on other sites may open the web UI and endpoints', async () => {
      const send = await open()
      await add(send, { name: 'orders', data: 1 })
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      expect((await ask(send, '/', { headers })).status).toBe(200)
      expect((await ask(send, '/endpoint/orders', { headers })).status).toBe(200)
    })

    test.each([
      ['192.168.1.20', 'http://192.168.1.20:8080'],
      ['192.168.1.20:16540', 'http://192.168.1.20:8080'],
      ['192.168.1.20:16540', 'http://192.168.1.20'],
      ['[2001:DB8::1]', 'http://[2001:db8::1]:8080'],
    ])('Host %s of a page at %s: the port is named, and how to keep it', async (host, origin) => {
      const request = { method: 'PUT', headers: { host, origin } }
      const response = await ask(await open(), '/api/endpoint/add', request)
      const { detail } = await expectProblem(response, 403, 'origin-not-allowed')
      expect(detail).toContain(`the Host \`${host}\` differ only in the port`)
      expect(detail).toContain('proxy_set_header Host $http_host')
    })

    test('a page of another host is told nothing of ports', async () => {
      const headers = { host: '192.168.1.20', origin: 'http://192.168.1.21:8080' }
      const response = await ask(await open(), '/api/health', { headers })
      const { detail } = await expectProblem(response, 403, 'origin-not-allowed')
      expect(detail).not.toContain('port')
    })

    test('a refused Host is told the option to set', async () => {
      const response = await ask(await open(), '/api/health', {
        headers: { host: 'ci.example:80' },
      })
      const { detail } = await expectProblem(response, 403, 'host-not-allowed')
      expect(detail).toContain('--allowed-host ci.example')
    })

    test('the mock plane accepts any Host and Origin', async () => {
      const send = await open()
      await add(send, { name: 'orders', data: 1 })
      const headers = { host: 'evil.example', origin: foreign }
      expect((await ask(send, '/endpoint/orders', { headers })).status).toBe(200)
    })

    test.each(['Bearer secret', 'bearer secret', 'Bearer   secret'])(
      'the Authorization %j is accepted',
      async (authorization) => {
        const send = await open({ token: 'secret' })
        expect((await ask(send, '/api/health', { headers: { authorization } })).status).toBe(200)
      },
    )

    test.each(['', 'Bearer', 'Bearer wrong', 'Bearer secre', 'Bearer secrets', 'Basic secret'])(
      'the Authorization %j is refused with token-required',
      async (authorization) => {
        const send = await open({ token: 'secret' })
        const response = await ask(send, '/api/health', { headers: { authorization } })
        const { detail } = await expectProblem(response, 401, 'token-required')
        expect(response.headers.get('www-authenticate')).toBe('Bearer')
        expect(detail).not.toContain('secret')
      },
    )

    test('the mock plane, the page and preflights need no token', async () => {
      const send = await open({ token: 'secret' })
      await add(send, { name: 'orders', data: 1 }, { authorization: 'Bearer secret' })
      expect((await ask(send, '/endpoint/orders')).status).toBe(200)
      expect((await ask(send, '/')).status).toBe(200)
      const headers = { origin: page, 'access-control-request-method': 'PUT' }
      const preflight = await ask(send, '/api/endpoint/add', { method: 'OPTIONS', headers })
      expect(preflight.status).toBe(204)
      expect(corsOf(preflight)).toMatchObject(reflected)
    })
  })

  describe(`${name}: CORS`, () => {
    test.each(['/endpoint/orders', '/endpoint/unknown', '/api/endpoint/add'])(
      'a preflight of a loopback page is answered at %s',
      async (path) => {
        const headers = {
          origin: page,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type,x-id',
        }
        const response = await ask(await open(), path, { method: 'OPTIONS', headers })
        expect(response.status).toBe(204)
        expect(await response.text()).toBe('')
        expect(response.headers.get('vary')).toBe('origin')
        expect(corsOf(response)).toEqual({
          ...reflected,
          'access-control-allow-methods': 'PUT',
          'access-control-allow-headers': 'content-type,x-id',
          'access-control-max-age': '600',
        })
      },
    )

    test('a preflight of another page allows it nothing on the mock plane', async () => {
      const headers = { origin: foreign, 'access-control-request-method': 'PUT' }
      const response = await ask(await open(), '/endpoint/orders', { method: 'OPTIONS', headers })
      expect(response.status).toBe(204)
      expect(corsOf(response)).toEqual({})
    })

    test('a preflight of another page is refused on the control plane', async () => {
      const headers = { origin: foreign, 'access-control-request-method': 'PUT' }
      const response = await ask(await open(), '/api/endpoint/add', { method: 'OPTIONS', headers })
      await expectProblem(response, 403, 'origin-not-allowed')
      expect(corsOf(response)).toEqual({})
    })

    test.each([
      { origin: page, allowOrigins: [], cors: reflected, vary: 'origin' },
      { origin: foreign, allowOrigins: [], cors: {}, vary: 'origin' },
      { origin: 'null', allowOrigins: [], cors: {}, vary: 'origin' },
      {
        origin: 'https://app.example',
        allowOrigins: ['https://app.example'],
        cors: { ...reflected, 'access-control-allow-origin': 'https://app.example' },
        vary: 'origin',
      },
      { origin: foreign, allowOrigins: ['https://app.example'], cors: {}, vary: 'origin' },
      {
        origin: foreign,
        allowOrigins: ['*'],
        cors: { 'access-control-allow-origin': '*' },
        vary: null,
      },
      { origin: page, allowOrigins: ['*'], cors: reflected, vary: 'origin' },
    ])('the mock plane with $allowOrigins answers $origin', async (row) => {
      const { origin, allowOrigins, cors, vary } = row
      const send = await open({ allowOrigins })
      await add(send, { name: 'orders', data: 1 })
      for (const path of ['/endpoint/orders', '/endpoint/unknown', '/endpoint/%zz']) {
        const response = await ask(send, path, { headers: { origin } })
        expect(corsOf(response)).toEqual(cors)
        expect(response.headers.get('vary')).toBe(vary)
      }
    })

    test('--allow-origin opens nothing on the control plane', async () => {
      const send = await open({ allowOrigins: ['*'] })
      const response = await ask(send, '/api/endpoint', { headers: { origin: foreign } })
      await expectProblem(response, 403, 'origin-not-allowed')
      expect(corsOf(response)).toEqual({})
    })

    test('a loopback page may read what the control plane answers, problems too', async () => {
      const send = await open()
      const headers = { origin: page }
      const calls = [
        await add(send, { name: 'orders', data: 1 }, headers),
        await add(send, 'nonsense', headers),
        await ask(send, '/api/endpoint/unknown', { headers }),
        await ask(send, '/api/nothing', { headers }),
        await ask(send, '/api/health', { method: 'PUT', headers }),
      ]
      expect(calls.map(corsOf)).toEqual(calls.map(() => reflected))
      expect(calls.map(({ status }) => status)).toEqual([200, 400, 404, 404, 405])
    })

    test('a loopback page may read that a token is required', async () => {
      const send = await open({ token: 'secret' })
      const response = await ask(send, '/api/health', { headers: { origin: page } })
      await expectProblem(response, 401, 'token-required')
      expect(corsOf(response)).toEqual(reflected)
    })

    test('a same-origin page on a host that is not loopback gets no CORS headers', async () => {
      const headers = { host: '192.168.1.20:8080', origin: 'http://192.168.1.20:8080' }
      const response = await ask(await open(), '/api/health', { headers })
      expect(response.status).toBe(200)
      expect(corsOf(response)).toEqual({})
    })
  })
}
