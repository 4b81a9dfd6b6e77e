import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { PlainResponse } from '../../model/http/response.ts'
import { answerRequest, toResponse } from './fetch-adapter.ts'
import type { Environment, PacedBody, Responder } from './incoming.ts'

const cookies: PlainResponse = {
  status: 201,
  headers: [
    ['set-cookie', 'a=1; Path=/'],
    ['content-type', 'text/plain'],
    ['set-cookie', 'b=2'],
  ],
  body: 'text',
}

describe('the conversion to a Response', () => {
  test('a Response keeps repeated headers, the status and the body', async () => {
    const response = toResponse(cookies)
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect([response.status, await response.text()]).toEqual([201, 'text'])
  })

  test.each<[Environment]>([[{}], [{ incoming: { url: '/sent', rawHeaders: ['A', '1'] } }]])(
    'with the environment %o, a request is read and answered, at once or later',
    async (env) => {
      const request = new Request('http://localhost/a', { headers: { a: '1' } })
      for (const isLater of [false, true]) {
        const answer = answerRequest(request, env, (incoming, responder) => {
          expect(incoming.target).toBe(env.incoming?.url ?? 'http://localhost/a')
          expect(incoming.headers).toEqual(env.incoming?.rawHeaders ?? ['a', '1'])
          if (isLater) queueMicrotask(() => responder.answer(cookies))
          else responder.answer(cookies)
          return () => {}
        })
        expect(answer instanceof Promise).toBe(isLater)
        expect((await answer).headers.getSetCookie()).toHaveLength(2)
      }
    },
  )
})

/** Begins the body of a response. `left` counts the reported disconnects. */
async function begin(init: RequestInit = {}, status = 200) {
  let body: PacedBody | undefined
  let left = 0
  const request = new Request('http://localhost/a', init)
  const response = await answerRequest(request, undefined, (_, responder) => {
    body = responder.begin({ status, headers: [['x-a', '1']] })
    return () => {
      left += 1
    }
  })
  if (!body) throw new Error('Nothing was begun.')
  return { response, body, left: () => left }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const large = new Uint8Array(100_000)

describe('a paced body', () => {
  test('a paced body arrives piece by piece after its head, without late writes', async () => {
    const { response, body } = await begin()
    expect([response.status, response.headers.get('x-a')]).toEqual([200, '1'])
    const reader = response.body?.getReader()
    const first = reader?.read()
    expect(body.write(bytes('a'))).toBeUndefined()
    expect((await first)?.value).toEqual(bytes('a'))
    void body.write(bytes(''))
    void body.write(bytes('b'))
    void body.write(bytes('c'))
    body.end()
    void body.write(bytes('too late'))
    expect((await reader?.read())?.value).toEqual(bytes('b'))
    expect((await reader?.read())?.value).toEqual(bytes('c'))
    expect((await reader?.read())?.done).toBe(true)
  })

  test('a paced body hands out copies of its pieces', async () => {
    const { response, body } = await begin()
    const piece = bytes('a')
    void body.write(piece)
    body.end()
    expect(await response.text()).toBe('a')
    piece.fill(0)
    const again = await begin()
    const reader = again.response.body?.getReader()
    void again.body.write(piece)
    ;(await reader?.read())?.value?.fill(1)
    expect(piece).toEqual(new Uint8Array(1))
  })

  test('a write to a paced body waits for a slow client', async () => {
    const { response, body } = await begin()
    const events: string[] = []
    const written = Promise.resolve(body.write(large)).then(() => events.push('written'))
    await Promise.resolve()
    events.push('read')
    await response.body?.getReader().read()
    await written
    expect(events).toEqual(['read', 'written'])
  })

  test.each([
    ['cancels', (response: Response) => response.body?.cancel()],
    ['aborts', (_: Response, controller: AbortController) => controller.abort(new Error('enough'))],
  ])('when the client %s, a paced body ends and reports it once', async (_, stop) => {
    const controller = new AbortController()
    const { signal } = controller
    const { response, body, left } = await begin({ signal })
    const written = body.write(large)
    expect(written).toBeInstanceOf(Promise)
    await stop(response, controller)
    await written
    expect(left()).toBe(1)
    expect(body.write(large)).toBeUndefined()
    body.end()
    body.abort()
    controller.abort()
    expect(left()).toBe(1)
  })

  test('a paced body rejects with the reason of the aborted signal', async () => {
    const controller = new AbortController()
    const { response, body } = await begin({ signal: controller.signal })
    void body.write(bytes('a'))
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(response.text()).rejects.toBe(reason)
  })

  test('after `end` or `abort`, a paced body no longer listens to the signal', async () => {
    for (const end of ['end', 'abort'] as const) {
      const controller = new AbortController()
      const request = new Request('http://localhost/a')
      Object.defineProperty(request, 'signal', { value: controller.signal })
      let left = 0
      await answerRequest(request, undefined, (_, responder) => {
        const body = responder.begin({ status: 200, headers: [] })
        expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
        body[end]()
        return () => {
          left += 1
        }
      })
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
      controller.abort()
      expect(left).toBe(0)
    }
  })

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 205],
    ['GET', 304],
  ])('a paced body for %s with status %i is not sent', async (method, status) => {
    const { response, body } = await begin({ method }, status)
    expect([response.status, response.headers.get('x-a'), response.body]).toEqual([
      status,
      '1',
      null,
    ])
    expect(body.write(large)).toBeUndefined()
    body.end()
  })

  test('a paced body for a client that has disconnected reports that and is not sent', async () => {
    const { response, body, left } = await begin({ signal: AbortSignal.abort() })
    expect([response.status, left()]).toEqual([499, 1])
    expect(body.write(large)).toBeUndefined()
  })

  test('a fault after the client has disconnected is ignored', async () => {
    const controller = new AbortController()
    const request = new Request('http://localhost/a', { signal: controller.signal })
    let responder: Responder | undefined
    const answer = answerRequest(request, undefined, (_, given) => {
      responder = given
      return () => {}
    })
    controller.abort()
    responder?.abort('reset')
    expect((await answer).status).toBe(499)
  })
})
