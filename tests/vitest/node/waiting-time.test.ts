// A wait may take as long as its test, whatever the test does to the timers.
import { createMockServer, sharedMockServer, test as withMock } from '@mock-endpoint/vitest-plugin'
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  TestRunner,
  test,
  vi,
} from 'vitest'
import { steady } from '../steady.ts'

const shared = sharedMockServer()
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Makes the waits of this test use this timeout, in milliseconds. The test itself keeps its own, so
 * that on a busy machine it does not end before its wait.
 */
function pretendTimeout(timeout: number, test = TestRunner.getCurrentTest()): void {
  if (!test) throw new Error('There is no test.')
  // For tests, the property is read-only.
  Object.assign(test, { timeout })
}

async function messageOf(wait: Promise<unknown>): Promise<string> {
  return wait.then(String, ({ message }) => message)
}

/** Resolves to the milliseconds that the wait was allowed, according to its message. */
async function limitOf(wait: Promise<unknown>): Promise<number> {
  return limitIn(await messageOf(wait))
}

function limitIn(message: string): number {
  return Number(/after (\d+) ms/.exec(message)?.[1])
}

test('the timeout of a test is in `task.timeout`', { timeout: 54_321 }, ({ task }) => {
  expect(task.timeout).toBe(54_321)
})

describe('a wait without its own timeout', async () => {
  const mock = await createMockServer()
  const sentence = `No matching request came to \`quiet\` in time.
The wait ended after n ms.
Requests so far (1):
  #n GET /endpoint/orders → 200 after n ms`

  async function messageOfWait(of: Pick<typeof mock, 'add' | 'endpoint'>): Promise<string> {
    pretendTimeout(1000)
    const { url } = await of.add({ name: 'orders', data: [] })
    await fetch(url)
    const message = await messageOf(of.endpoint('quiet').waitForRequest())
    expect(limitIn(message)).toBeLessThanOrEqual(750)
    return steady(message)
  }

  test('a wait at the server of a suite ends before its test, and lists the requests', async () => {
    expect(await messageOfWait(mock)).toBe(sentence)
  })

  test('a wait at the server of a test ends before it, and lists the requests', async () => {
    expect(await messageOfWait(await createMockServer())).toBe(sentence)
  })

  withMock('the fixture', async ({ mock }) => {
    expect(await messageOfWait(mock)).toBe(sentence)
  })

  test('a wait at the server of the run ends before its test', async () => {
    pretendTimeout(1000)
    const wait = shared.endpoint('quiet-of-waiting-time').waitForRequest()
    expect(await limitOf(wait)).toBeLessThanOrEqual(750)
  })

  let tries = 0
  test('a wait in a retry has the time of a new test', { retry: 1 }, async () => {
    pretendTimeout(1000)
    tries += 1
    const time = await limitOf(mock.endpoint('quiet').waitForRequest())
    if (tries === 1) throw new Error('try again')
    // A wait gets 50 ms if its test has no time left.
    expect(time).toBeGreaterThan(50)
  })
})

describe('a wait has the time of its test, not of its hooks', async () => {
  const mock = await createMockServer()
  let tries = 0
  // Longer than the tests have. If it counted, the waits would get the minimum of 50 ms.
  beforeEach(() => new Promise((resolve) => setTimeout(resolve, 1200)))

  async function limitOfWait(of: Pick<typeof shared, 'endpoint'>): Promise<number> {
    pretendTimeout(1200)
    return limitOf(of.endpoint('quiet-after-hooks').waitForRequest())
  }

  test('hooks take no time from a wait at the server of a suite', async () => {
    expect(await limitOfWait(mock)).toBeGreaterThan(50)
  })

  withMock('the fixture', async ({ mock }) => {
    expect(await limitOfWait(mock)).toBeGreaterThan(50)
  })

  test('hooks take no time from a wait at the server of the run', async () => {
    expect(await limitOfWait(shared)).toBeGreaterThan(50)
  })

  test('a wait does not get the time that its try has already spent', { retry: 1 }, async () => {
    tries += 1
    if (tries === 1) throw new Error('try again')
    await new Promise((resolve) => setTimeout(resolve, 400))
    // Of the 400 ms, at least 390, because timers and clocks differ by a few milliseconds.
    expect(await limitOfWait(mock)).toBeLessThanOrEqual(1200 - 390 - 250)
  })
})

describe.concurrent('concurrent fixtures use the timeout of their own test', () => {
  for (const [timeout, least] of [
    [600, 50],
    [3000, 600],
  ] as const) {
    withMock(`with ${timeout} ms`, async ({ mock, task, expect }) => {
      pretendTimeout(timeout, task)
      const time = await limitOf(mock.endpoint('quiet').waitForRequest())
      expect(time).toBeGreaterThan(least)
      expect(time).toBeLessThanOrEqual(timeout - Math.max(250, timeout / 10))
    })
  }
})

test('waitTimeout sets the time of a wait', async () => {
  const own = await createMockServer({ waitTimeout: 20 })
  await expect(own.endpoint('quiet').waitForRequest()).rejects.toThrow('after 20 ms')
})

describe('with fake timers', async () => {
  const mock = await createMockServer()

  test('with fake timers, a delayed request is waited for, and then answered', async () => {
    const { url, waitForRequest } = await mock.add({ name: 'slow', data: 1, delay: 30_000 })
    vi.useFakeTimers()
    const response = fetch(url)
    expect((await waitForRequest()).outcome).toBe('pending')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await (await response).json()).toBe(1)
    const [request] = await mock.requests()
    expect(request).toMatchObject({ outcome: 'answered', statusCode: 200, durationMs: 30_000 })
  })

  test('with fake timers, a client that aborts during a delay is recorded', async () => {
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

  test('with fake timers, a wait ends by real time', async () => {
    vi.useFakeTimers()
    const wait = mock.endpoint('quiet').waitForRequest({ timeout: 20 })
    await expect(wait).rejects.toThrow('after 20 ms')
  })

  // `fetch` is called several times. It needs the real setImmediate before it reuses a connection.
  test('with fake timers, a wait at the server of the run ends by real time', async () => {
    const { url, name, waitForRequest } = await shared.add({ name: 'of-waiting-time', data: 1 })
    onTestFinished(async () => void (await shared.remove(name)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date', 'performance'] })
    const wait = waitForRequest()
    await fetch(url)
    expect((await wait).path).toBe('/endpoint/of-waiting-time')
    await expect(waitForRequest({ timeout: 20 })).rejects.toThrow('after 20 ms')
  })
})
