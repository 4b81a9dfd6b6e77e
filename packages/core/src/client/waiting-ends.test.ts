import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { failure, idsOf, openSource } from '../test/request-source.ts'

const soon = 20

const messageOf = async (waiting: Promise<unknown>): Promise<string> =>
  ((await failure(waiting)) as Error).message

describe('when the time is up', () => {
  test('the message tells what came instead', async () => {
    const { wait, tell } = openSource()
    tell(1, { body: '{"id":1}' })
    const waiting = wait(1, { where: ({ id }) => id === 2, timeout: soon })
    expect(await messageOf(waiting)).toMatchInlineSnapshot(`
      "No request that was waited for came to \`orders\` within 20 ms.
      Requests so far (1):
        #1 POST /endpoint/orders → 200 after 1.5 ms, body {"id":1}"
    `)
  })

  test('the message tells how many of several came', async () => {
    const { wait, tell } = openSource()
    tell(1)
    expect(await messageOf(wait(2, { timeout: soon + 0.4 }))).toMatchInlineSnapshot(`
      "1 of 2 requests that were waited for came to \`orders\` within 20 ms.
      Requests so far (1):
        #1 POST /endpoint/orders → 200 after 1.5 ms"
    `)
  })

  test('the message tells that there were none', async () => {
    expect(await messageOf(openSource().wait(1, { timeout: soon }))).toMatchInlineSnapshot(`
      "No request that was waited for came to \`orders\` within 20 ms.
      There were no requests at all."
    `)
  })

  test('it is that of the default, when the wait is not told', async () => {
    expect(await messageOf(openSource(soon).wait(1))).toContain(`within ${soon} ms.`)
  })

  test('it is real time, though a test drives the timers', async () => {
    const { wait } = openSource()
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(await messageOf(wait(1, { timeout: soon }))).toContain(`within ${soon} ms.`)
  })

  test.each([2 ** 31, Number.POSITIVE_INFINITY])('it is not at once for %s ms', async (timeout) => {
    const { wait, tell } = openSource()
    const waiting = idsOf(wait(1, { timeout })).catch((error: Error) => error.message)
    await failure(wait(1, { timeout: soon }))
    tell(1)
    expect(await waiting).toEqual([1])
  })
})

describe('the signal', () => {
  test('that was aborted before ends the wait, and nothing is handed out', async () => {
    const { wait, tell, signals } = openSource()
    tell(1)
    const reason = new Error('mine')
    expect(await failure(wait(1, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(signals).toEqual([])
    expect(await idsOf(wait(1))).toEqual([1])
  })

  test('that aborts during the wait ends it with its reason', async () => {
    const { wait, tell } = openSource()
    const giveUp = new AbortController()
    const reason = new Error('mine')
    const waiting = failure(wait(2, { signal: giveUp.signal }))
    tell(1)
    await new Promise(setImmediate)
    giveUp.abort(reason)
    expect(await waiting).toBe(reason)
    expect(await idsOf(wait(1))).toEqual([1])
  })

  test.each(['found', 'too late', 'aborted', 'watch failed'])(
    'has no listener left: %s',
    async (how) => {
      const { wait, tell, end } = openSource()
      const giveUp = new AbortController()
      const { signal } = giveUp
      const added = vi.spyOn(signal, 'addEventListener')
      const removed = vi.spyOn(signal, 'removeEventListener')
      const waiting = failure(wait(1, { signal, timeout: how === 'too late' ? soon : 60_000 }))
      if (how === 'found') tell(1)
      if (how === 'aborted') giveUp.abort()
      if (how === 'watch failed') end(new Error('mine'))
      await waiting
      expect(added).toHaveBeenCalledOnce()
      expect(removed.mock.calls).toEqual(added.mock.calls)
    },
  )
})

describe('a watch', () => {
  test('that ends by itself ends the wait, and not because the time is up', async () => {
    const { wait, tell, end } = openSource()
    const waiting = messageOf(wait(2))
    tell(1)
    end()
    const message = await waiting
    expect(message).toContain('Requests so far (1):')
    expect(message).not.toContain('within')
  })

  test('that fails ends the wait with its error', async () => {
    const { wait, end } = openSource()
    const waiting = failure(wait(1))
    const error = new Error('mine')
    end(error)
    expect(await waiting).toBe(error)
  })
})
