// The contract of rules: their responses. The cases are data.
import { describe, expect, test } from 'vitest'
import type { ExpectedResponse, RuleAsk, RuleCase } from '../rules/rule-case.ts'
import { casesWithEnd, permanentCases } from '../rules/rule-cases.ts'
import type { Send } from '../send.ts'
import { add, ask, type Open } from './contract-service.ts'

export function describeRules(name: string, open: Open): void {
  describe(`${name}: rules`, () => {
    const cases = [...casesWithEnd, ...permanentCases]
    // `%s`, because `$name` would be cut.
    test.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
      const send = await open()
      await prepare(send, each)
      await askAll(send, each)
    })

    test('used-up rules are listed, the last used first, until cleared or reset', async () => {
      const send = await open()
      const once = { times: 1, response: { data: 1 } }
      for (const [id, endpoint] of [
        ['a', 'orders'],
        ['b', 'orders-2'],
        ['c', 'orders'],
      ]) {
        await addRule(send, { id, endpoint, ...once })
        await addRule(send, { id: `${id}-left`, endpoint, ...once })
        await ask(send, `/endpoint/${endpoint}`)
      }
      const usedUp = { used: 1, left: 0, times: 1 }
      const ofOrders = [
        { id: 'a-left', endpoint: 'orders', ...usedUp },
        { id: 'a', endpoint: 'orders', ...usedUp },
      ]
      const all = await list(send, '')
      expect(all.rules.map(({ id }) => id)).toEqual(['a-left', 'b', 'a'])
      expect(await list(send, '&endpoint=orders')).toMatchObject({ rules: ofOrders, next: null })
      const first = await list(send, '&limit=1')
      expect(first.rules).toMatchObject([{ id: 'a-left' }])
      const others = await list(send, `&after=${first.next}`)
      expect(others.rules.map(({ id }) => id)).toEqual(['b', 'a'])
      await ask(send, '/api/rule/a', { method: 'DELETE' })
      expect((await list(send, '')).rules.map(({ id }) => id)).toEqual(['a-left', 'b'])
      await ask(send, '/api/rule?endpoint=orders', { method: 'DELETE' })
      expect((await list(send, '')).rules.map(({ id }) => id)).toEqual(['b'])
      await ask(send, '/api/reset', { method: 'POST' })
      expect((await list(send, '')).rules).toEqual([])
    })
  })
}

interface Listed {
  readonly rules: readonly { readonly id: string }[]
  readonly next: string | null
}

/** Resolves to a page of used-up rules. */
async function list(send: Send, query: string): Promise<Listed> {
  const response = await ask(send, `/api/rule?usedUp=true${query}`)
  return (await response.json()) as Listed
}

export async function prepare(
  send: Send,
  { endpoints = [{ name: 'orders', data: [1] }], rules }: RuleCase,
): Promise<void> {
  for (const endpoint of endpoints) expect((await add(send, endpoint)).status).toBe(200)
  for (const rule of rules) expect((await addRule(send, rule)).status).toBe(200)
}

/** Adds a rule. A string is sent as it is, an object as JSON. */
export function addRule(send: Send, rule: object | string): Promise<Response> {
  const body = typeof rule === 'string' ? rule : JSON.stringify(rule)
  return ask(send, '/api/rule/add', { method: 'PUT', body })
}

export async function askAll(send: Send, { asks }: RuleCase): Promise<void> {
  for (const [i, each] of asks.entries()) {
    const { method = 'GET', path = '/orders', headers = {}, body, expected } = each
    const init = { method, headers, ...(body !== undefined && { body }) }
    const answer = read(ask(send, `/endpoint${path}`, init))
    if (expected.isBroken) await expect(answer, `request ${i}`).rejects.toThrow()
    else compare(await answer, each, expected)
  }
}

interface Read {
  readonly response: Response
  readonly text: string
}

async function read(answering: Promise<Response>): Promise<Read> {
  const response = await answering
  return { response, text: await response.text() }
}

function compare({ response, text }: Read, { method, path }: RuleAsk, expected: ExpectedResponse) {
  const { status = 200, body, headers = {}, problem, closest } = expected
  const whose = `${method ?? 'GET'} ${path ?? '/orders'}`
  expect({ whose, status: response.status, text }).toEqual({
    whose,
    status,
    text: body ?? expect.any(String),
  })
  for (const [name, value] of Object.entries(headers)) {
    expect({ whose, [name]: response.headers.get(name) }).toEqual({ whose, [name]: value })
  }
  if (problem !== undefined) expect(JSON.parse(text)).toMatchObject({ code: problem })
  if (closest) expect(JSON.parse(text)).toMatchObject({ closest })
}
