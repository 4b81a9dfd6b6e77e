// The contract of the control plane's paths: all paths, the methods of each, and unknown paths.
import { describe, expect, test } from 'vitest'
import { ask, expectProblem, type Open } from './contract-service.ts'

export function describePaths(name: string, open: Open): void {
  describe(`${name}: paths of the control plane`, () => {
    test('/api/openapi.json describes every path', async () => {
      const response = await ask(await open(), '/api/openapi.json')
      expect(response.headers.get('content-type')).toBe('application/json')
      const { openapi, paths } = (await response.json()) as { openapi: string; paths: object }
      expect(openapi).toMatch(/^3\.1\./)
      expect(Object.keys(paths).sort()).toEqual([
        '/api/delivery',
        '/api/delivery/send',
        '/api/delivery/{id}',
        '/api/endpoint',
        '/api/endpoint/add',
        '/api/endpoint/{name}',
        '/api/health',
        '/api/import',
        '/api/openapi.json',
        '/api/request',
        '/api/request/release',
        '/api/request/{id}',
        '/api/request/{id}/release',
        '/api/reset',
        '/api/rule',
        '/api/rule/add',
        '/api/rule/{id}',
        '/api/summary',
        '/endpoint/{name}',
      ])
    })

    test.each([
      { path: '/api/endpoint', allow: 'GET, DELETE', refused: ['PUT', 'POST', 'PATCH'] },
      { path: '/api/endpoint/add', allow: 'PUT, GET, DELETE', refused: ['POST', 'PATCH'] },
      { path: '/api/endpoint/orders', allow: 'GET, DELETE', refused: ['PUT', 'POST', 'PATCH'] },
      { path: '/api/health', allow: 'GET', refused: ['PUT', 'POST', 'DELETE', 'PROPFIND'] },
      { path: '/api/summary', allow: 'GET', refused: ['PUT', 'POST', 'DELETE'] },
      { path: '/api/openapi.json', allow: 'GET', refused: ['PUT', 'POST', 'DELETE'] },
      { path: '/api/delivery', allow: 'GET, DELETE', refused: ['PUT', 'POST', 'PATCH'] },
      { path: '/api/delivery/send', allow: 'PUT, GET, DELETE', refused: ['POST', 'PATCH'] },
      { path: '/api/delivery/1', allow: 'GET, DELETE', refused: ['PUT', 'POST', 'PATCH'] },
      { path: '/api/request', allow: 'GET, DELETE', refused: ['PUT', 'POST', 'PATCH'] },
      { path: '/api/request/1', allow: 'GET', refused: ['PUT', 'POST', 'DELETE'] },
    ])('$path allows only $allow', async ({ path, allow, refused }) => {
      const send = await open()
      for (const method of refused) {
        const response = await ask(send, path, { method })
        await expectProblem(response, 405, 'method-not-allowed')
        expect(response.headers.get('allow')).toBe(allow)
      }
      const options = await ask(send, path, { method: 'OPTIONS' })
      expect(options.status).toBe(204)
      expect(options.headers.get('allow')).toBe(allow)
    })

    test.each([
      '/nothing',
      '/endpoint',
      '/endpoint/',
      '/endpoint/a/b',
      '/Endpoint/a',
      '/api',
      '/api/nothing',
      '/api/endpoint/a/b',
      '/API/health',
    ])('requests to %s get a 404', async (path) => {
      const send = await open()
      for (const method of ['GET', 'PUT', 'OPTIONS']) {
        await expectProblem(await ask(send, path, { method }), 404, 'not-found')
      }
    })
  })
}
