import { describe, expect, test } from 'vitest'
import type { Answer } from '../model/answer.ts'
import { answerRequest, toResponse } from './fetch-door.ts'
import type { Environment } from './incoming.ts'

const cookies: Answer = {
  status: 201,
  headers: [
    ['set-cookie', 'a=1; Path=/'],
    ['content-type', 'text/plain'],
    ['set-cookie', 'b=2'],
  ],
  body: 'text',
}

describe('an answer as a Response', () => {
  test('has every header that repeats', async () => {
    const response = toResponse(cookies)
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect([response.status, await response.text()]).toEqual([201, 'text'])
  })

  test.each<[Environment]>([[{}], [{ incoming: { url: '/sent', rawHeaders: ['A', '1'] } }]])(
    'comes at once or later, of what %o tells',
    async (env) => {
      const request = new Request('http://localhost/a', { headers: { a: '1' } })
      for (const isLater of [false, true]) {
        const answer = answerRequest(request, env, (incoming, outlet) => {
          expect(incoming.target).toBe(env.incoming?.url ?? 'http://localhost/a')
          expect(incoming.headers).toEqual(env.incoming?.rawHeaders ?? ['a', '1'])
          if (isLater) queueMicrotask(() => outlet.answer(cookies))
          else outlet.answer(cookies)
          return () => {}
        })
        expect(answer instanceof Promise).toBe(isLater)
        expect((await answer).headers.getSetCookie()).toHaveLength(2)
      }
    },
  )
})
