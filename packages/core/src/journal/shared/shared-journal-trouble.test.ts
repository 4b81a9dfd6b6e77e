// A shared journal whose log fails, is full, is lost, or cannot take all requests.
import { describe, expect, test } from 'vitest'
import { answered, ask, inWords, namesOn, numbered } from '../../journal-contract/cases.ts'
import { read } from '../../journal-contract/reader.ts'
import { two } from '../../test/shared-journals.ts'
import { createSharedJournal } from './shared-journal.ts'

describe('requests that the log cannot take', () => {
  test('requests that arrive while the log is unavailable are written later', async () => {
    const { log, a, b } = two()
    log.failWith('unavailable')
    const [first] = ask(a, 'a1')
    await expect(a.flush()).rejects.toMatchObject({ kind: 'unavailable' })
    if (first) a.complete(first, answered)
    await expect(b.page()).rejects.toMatchObject({ kind: 'unavailable' })
    log.failWith(undefined)
    expect((await b.page()).requests.map(inWords)).toEqual(['a1 answered'])
  })

  test('requests are written once, even if a timeout leaves the write in doubt', async () => {
    const { log, a, b } = two()
    const [first] = ask(a, 'a1')
    for (const isWritten of [false, true]) {
      log.failWith('timeout', isWritten)
      await expect(a.flush()).rejects.toMatchObject({ kind: 'timeout' })
    }
    if (first) a.complete(first, answered)
    log.failWith(undefined)
    ask(a, 'a2')
    const page = await b.page()
    expect(page.requests.map(inWords)).toEqual(['a1 answered', 'a2 pending'])
    expect(page.dropped).toBe(0)
  })

  test('requests in a full log can still be read', async () => {
    const { log, a, b } = two()
    ask(a, 'a1')
    await a.flush()
    ask(a, 'a2')
    log.failAppends()
    expect(namesOn(await b.page())).toBe('a1')
    log.failWith(undefined)
    expect(namesOn(await b.page())).toBe('a1 a2')
  })

  test('the oldest requests that cannot wait for the log are dropped and counted', async () => {
    const { log, a, b } = two({ requests: 10 })
    ask(a, 'a0')
    await a.flush()
    log.failWith('unavailable')
    await expect(b.page()).rejects.toThrow()
    log.failWith(undefined)
    const names = numbered(1_500)
    ask(a, names.join(' '))
    const page = await b.page()
    expect(namesOn(page)).toBe(names.slice(-10).join(' '))
    expect(page.dropped).toBe(1_491)
  })

  test('the end of a request that is already in the log is not dropped', async () => {
    const { log, a } = two()
    const large = createSharedJournal(log.open('large'), { requests: 5_000 })
    // The log keeps as many requests as the largest journal needs.
    ask(large, 'b0')
    await large.flush()
    const [first] = ask(a, 'a0')
    await a.flush()
    log.failWith('unavailable')
    if (first) a.complete(first, answered)
    for (const entry of ask(a, numbered(1_500).join(' '))) a.complete(entry, answered)
    log.failWith(undefined)
    const page = await large.page({ limit: 5_000 })
    const words = page.requests.map(inWords)
    expect(words.filter((each) => each.endsWith('pending'))).toEqual(['b0 pending'])
    expect(words).toContain('a0 answered')
    expect([words.length, page.dropped]).toEqual([1_002, 500])
    large.close()
  })

  test('a reader gets the number of requests that the log dropped', async () => {
    const { log, a, b } = two({ requests: 3 })
    const reader = read(b)
    ask(a, 'a1')
    await reader.expect('a1 pending')
    for (let i = 0; i < 5; i++) {
      ask(a, 'a2 a3 a4 a5')
      await a.flush()
    }
    expect(log.frames.length).toBeLessThan(5)
    await b.page()
    await reader.expect('lagged 18', 'a3 pending', 'a4 pending', 'a5 pending')
    reader.abort()
  })

  test.each(['', '{}', 'null', '{"entries":1}'])(
    'a request in the frame %j of another version is counted as dropped',
    async (text) => {
      const { log, a, b } = two()
      ask(a, 'a1')
      await a.flush()
      const [frame] = log.frames
      if (frame) log.frames[0] = { ...frame, text }
      ask(a, 'a2')
      const page = await b.page()
      expect([namesOn(page), page.dropped]).toEqual(['a2', 1])
    },
  )
})

test('a reader that kept up gets `lagged` for requests that never reached the log', async () => {
  const { log, a, b } = two()
  const reader = read(b)
  ask(a, 'a1')
  await reader.expect('a1 pending')
  log.failWith('unavailable')
  ask(a, numbered(1_500).join(' '))
  await expect(a.flush()).rejects.toThrow()
  log.failWith(undefined)
  await b.page()
  await reader.expect('lagged 501')
  reader.abort()
})

test('a lost log has the effect of a clear', async () => {
  const { log, a, b } = two()
  ask(a, 'a1')
  const { next } = await b.page()
  const reader = read(b)
  await reader.expect('a1 pending')
  log.restart()
  ask(a, 'a2')
  await reader.expect('cleared', 'a2 pending')
  expect(namesOn(await b.page({ after: next }))).toBe('a2')
  reader.abort()
})
