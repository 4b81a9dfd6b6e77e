// How long a wait takes: as long as its test has, whatever the test does to the timers.
import { createMockServer, sharedMockServer, test as withMock } from '@mock-endpoint/vitest-plugin'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { steady } from '../steady.ts'

const shared = sharedMockServer()
afterEach(() => {
  vi.useRealTimers()
})

const soon = { timeout: 1000 }

/** Each passes if the wait ends before the test does. */
describe('without a time-out of its own a wait ends before the test, and tells the journal', async () => {
  const mock = await createMockServer()
  const sentence = `No matching request came to \`quiet\` in time.
The wait ended after n ms.
Requests so far (1):
  #n GET /endpoint/orders → 200 after n ms`

  async function messageOfWait(of: Pick<typeof mock, 'add' | 'endpoint'>): Promise<string> {
    const { url } = await of.add({ name: 'orders', data: [] })
    await fetch(url)
    const wait = of.endpoint('quiet').waitForRequest()
    return steady(await wait.then(String, ({ message }) => message))
  }

  test('the server of a suite', soon, async () => {
    expect(await messageOfWait(mock)).toBe(sentence)
  })

  test('the server of a test', soon, async () => {
    expect(await messageOfWait(await createMockServer())).toBe(sentence)
  })

  withMock('the fixture', soon, async ({ mock }) => {
    expect(await messageOfWait(mock)).toBe(sentence)
  })

  test('the server of the run', soon, async () => {
    const name = 'quiet-of-waiting-time'
    const wait = shared.endpoint(name).waitForRequest()
    await expect(wait).rejects.toThrow(`No matching request came to \`${name}\``)
  })

  let tries = 0
  test('another try has as much time as the first', { ...soon, retry: 1 }, async () => {
    tries += 1
    const wait = mock.endpoint('quiet').waitForRequest()
    const message = await wait.then(String, ({ message }) => message)
    if (tries === 1) throw new Error('try again')
    expect(Number(/after (\d+) ms/.exec(message)?.[1])).toBeGreaterThan(500)
  })
})

describe('a wait has the time of its test, not of its hooks', async () => {
  const mock = await createMockServer()
  let tries = 0
  beforeEach(() => new Promise((resolve) => setTimeout(resolve, 1500)))

  async function timeOf(of: Pick<typeof shared, 'endpoint'>): Promise<number> {
    const wait = of.endpoint('quiet-after-hooks').waitForRequest()
    const message = await wait.then(String, ({ message }) => message)
    return Number(/after (\d+) ms/.exec(message)?.[1])
  }

  test('the server of a suite', soon, async () => {
    expect(await timeOf(mock)).toBeGreaterThan(500)
  })

  withMock('the fixture', soon, async ({ mock }) => {
    expect(await timeOf(mock)).toBeGreaterThan(500)
  })

  test('the server of the run', soon, async () => {
    expect(await timeOf(shared)).toBeGreaterThan(500)
  })

  test('what a try has spent already counts', { ...soon, retry: 1 }, async () => {
    tries += 1
    if (tries === 1) throw new Error('try again')
    await new Promise((resolve) => setTimeout(resolve, 400))
    // If it did not count, the test would be over before the wait.
    expect(await timeOf(mock)).toBeGreaterThan(0)
  })
})

describe.concurrent('at once each fixture goes by its own test', () => {
  for (const timeout of [800, 1200]) {
    withMock(`with ${timeout} ms`, { timeout }, async ({ mock, expect }) => {
      const wait = mock.endpoint('quiet').waitForRequest()
      await expect(wait).rejects.toThrow('There were no requests at all.')
    })
  }
})

test('waitTimeout says how long instead', async () => {
  const own = await createMockServer({ waitTimeout: 20 })
  await expect(own.endpoint('quiet').waitForRequest()).rejects.toThrow('after 20 ms')
})

describe('with fake timers', async () => {
  const mock = await createMockServer()

  test('a request that is delayed is waited for, then time goes on', async () => {
    const { url, waitForRequest } = await mock.add({ name: 'slow', data: 1, delay: 30_000 })
    vi.useFakeTimers()
    const answer = fetch(url)
    expect((await waitForRequest()).outcome).toBe('pending')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await (await answer).json()).toBe(1)
    const [request] = await mock.requests()
    expect(request).toMatchObject({ outcome: 'answered', statusCode: 200, durationMs: 30_000 })
  })

  test('a client gives up while the answer is delayed, and the journal tells', async () => {
    const { url, waitForRequest } = await mock.add({ name: 'slow', data: 1, delay: 30_000 })
    vi.useFakeTimers()
    const client = new AbortController()
    setTimeout(() => client.abort(new Error('too slow')), 5_000)
    const failure = expect(fetch(url, { signal: client.signal })).rejects.toThrow('too slow')
    await waitForRequest({ where: ({ outcome }) => outcome === 'pending' })
    await vi.advanceTimersByTimeAsync(5_000)
    await failure
    await expect.poll(async () => (await mock.requests())[0]?.outcome).toBe('aborted')
    const [request] = await mock.requests()
    expect(request).toMatchObject({ statusCode: null, durationMs: 5_000 })
  })

  test('a wait ends by real time', async () => {
    vi.useFakeTimers()
    const wait = mock.endpoint('quiet').waitForRequest({ timeout: 20 })
    await expect(wait).rejects.toThrow('after 20 ms')
  })

  // Several calls of `fetch`, which needs the real setImmediate before it uses a connection again.
  test('requests of the server of the run are waited for, by real time', async () => {
    const { url, name, waitForRequest } = await shared.add({ name: 'of-waiting-time', data: 1 })
    onTestFinished(async () => void (await shared.remove(name)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date', 'performance'] })
    const wait = waitForRequest()
    await fetch(url)
    expect((await wait).path).toBe('/endpoint/of-waiting-time')
    await expect(waitForRequest({ timeout: 20 })).rejects.toThrow('after 20 ms')
  })
})
