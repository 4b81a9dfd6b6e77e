import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { answered, arrival, ask, namesOn } from '../../journal-contract/cases.ts'
import { read } from '../../journal-contract/reader.ts'
import { describeJournal } from '../../journal-contract.ts'
import { two } from '../../test/shared-journals.ts'
import { createSharedLog } from '../../test/shared-log.ts'
import {
  createSharedJournal,
  type SharedJournal,
  type SharedJournalOptions,
} from './shared-journal.ts'

const one = (limits?: SharedJournalOptions): SharedJournal =>
  createSharedJournal(createSharedLog().open(), limits)

describeJournal('a shared journal', one, { describe, test })

describe('two journals on one log', () => {
  test('two journals on one log show the requests of both, each with its daemon', async () => {
    const { a, b } = two()
    const [first] = ask(a, 'a1')
    ask(b, 'b1')
    if (first) a.complete(first, answered)
    for (const journal of [a, b]) {
      const { requests } = await journal.page()
      const told = requests.map(({ query, daemon, outcome }) => `${query} ${daemon} ${outcome}`)
      expect(told.sort()).toEqual(['a1 a answered', 'b1 b pending'])
    }
    expect(await b.get(String(first?.id))).toMatchObject({ query: 'a1', statusCode: 200 })
  })

  test('a page has each request that another journal on the log has just received', async () => {
    const { a, b } = two()
    let after: string | undefined
    for (let i = 0; i < 300; i++) {
      ask(a, `a${i}`)
      const page = await b.page({ after })
      expect(namesOn(page)).toBe(`a${i}`)
      after = page.next
    }
  })

  test('a page is in order of receipt, not in order of the writes to the log', async () => {
    const { a, b } = two()
    ask(a, 'a1')
    await sleep(5)
    ask(b, 'b1')
    await b.flush()
    await sleep(5)
    ask(a, 'a2')
    for (const journal of [a, b]) expect(namesOn(await journal.page())).toBe('a1 b1 a2')
  })

  test('a cursor of one journal is valid in another on the same log', async () => {
    const { a, b } = two()
    ask(a, 'a1 a2')
    const { next } = await a.page()
    ask(b, 'b1')
    expect(namesOn(await b.page({ after: next }))).toBe('b1')
    expect(namesOn(await a.page({ after: next }))).toBe('b1')
  })

  test('a wait counts the requests of another journal on the same log', async () => {
    const { a, b } = two()
    ask(a, 'a1')
    const waiting = b.page({ wait: 60_000, count: 3 })
    ask(a, 'a2')
    ask(b, 'b1')
    expect((await waiting).requests).toHaveLength(3)
  })

  test('a reader gets the requests of another journal on the log, and their ends', async () => {
    const { a, b } = two()
    const reader = read(b)
    const [first] = ask(a, 'a1')
    await reader.expect('a1 pending')
    if (first) a.complete(first, answered)
    await reader.expect('a1 answered')
    reader.abort()
  })

  test('a clear of one journal clears the others on the same log', async () => {
    const { a, b } = two()
    const [first] = ask(a, 'a1')
    const reader = read(a)
    await reader.expect('a1 pending')
    await b.clear()
    if (first) a.complete(first, answered)
    expect(namesOn(await a.page())).toBe('')
    await reader.expect('cleared')
    ask(b, 'b1')
    await reader.expect('b1 pending')
    reader.abort()
  })

  test('each journal on a log shows as many requests as its own limit allows', async () => {
    const log = createSharedLog()
    const large = createSharedJournal(log.open('large'))
    const small = createSharedJournal(log.open('small'), { requests: 2 })
    ask(large, 'a1 a2 a3')
    expect(namesOn(await large.page())).toBe('a1 a2 a3')
    const page = await small.page()
    expect([namesOn(page), page.dropped]).toEqual(['a2 a3', 1])
  })
})

describe('a shared journal that is off', () => {
  test('a journal that is off shows no requests of other journals, but clears them', async () => {
    const log = createSharedLog()
    const [on, off] = [
      createSharedJournal(log.open('on')),
      createSharedJournal(log.open('off'), { requests: 0 }),
    ]
    const [first] = ask(on, 'a1')
    expect(namesOn(await off.page())).toBe('')
    expect(await off.get(String(first?.id))).toBeUndefined()
    const reader = read(off)
    ask(on, 'a2')
    await off.clear()
    expect(namesOn(await on.page())).toBe('')
    off.close()
    await reader.expect('end')
    on.close()
  })
})

test('a journal masks its secret headers in the requests of other journals too', async () => {
  const log = createSharedLog()
  const [open, masking] = [
    createSharedJournal(log.open('open')),
    createSharedJournal(log.open('masking'), { masked: ['authorization'] }),
  ]
  const { id } = open.arrive({ ...arrival('a1'), headers: ['Authorization', 'secret', 'x', '1'] })
  expect((await masking.get(String(id)))?.headers).toEqual([
    ['Authorization', '***'],
    ['x', '1'],
  ])
  open.close()
  masking.close()
})

test('a request that is read from the log has all the fields that were written', async () => {
  const { a, b } = two({ masked: ['authorization'] })
  const entry = a.arrive({
    ...arrival('a1'),
    headers: ['Authorization', 'secret', 'x-A', '1'],
    rule: 'r',
    held: true,
    body: { bytes: Uint8Array.of(0xff, 0), length: 5 },
  })
  expect(await b.get(String(entry.id))).toMatchObject({
    rule: 'r',
    held: true,
    headers: [
      ['Authorization', '***'],
      ['x-A', '1'],
    ],
    body: '/wA=',
    bodyEncoding: 'base64',
    bodyBytes: 5,
    bodyTruncated: true,
  })
  const body = '{"é":1}'
  a.complete(entry, {
    outcome: 'answered',
    statusCode: 201,
    fault: 'truncate',
    closest: { rule: 's', mismatches: [] } as never,
    nearMisses: ['b'],
    response: { headers: [['x-b', '2']], body },
  })
  expect(await b.get(String(entry.id))).toEqual({ ...(await a.get(String(entry.id))) })
  expect(await b.get(String(entry.id))).toMatchObject({
    statusCode: 201,
    fault: 'truncate',
    nearMisses: ['b'],
    response: { headers: [['x-b', '2']], body, bodyBytes: 8, bodyTruncated: false },
  })
})
