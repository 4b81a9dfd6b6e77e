// The message of each matcher that fails.
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'
import { messageOf } from '../steady.ts'

const mock = await createMockServer({ onUnhandledRequest: 'ignore' })

async function ask(): Promise<Awaited<ReturnType<typeof mock.add>>> {
  const orders = await mock.add({ name: 'orders', data: [] })
  await fetch(`${orders.url}?a=1`, { method: 'POST', body: '{"id":1,"sku":"tea"}' })
  await fetch(orders.url, { method: 'PUT', body: 'no JSON' })
  return orders
}

test('toHaveBeenRequested lists the requests', async () => {
  expect(messageOf(() => expect(mock).toHaveBeenRequested())).toMatchInlineSnapshot(`
    "Error: expected a request

    There were no requests at all."
  `)
  const orders = await ask()
  expect(messageOf(() => expect(orders).not.toHaveBeenRequested())).toMatchInlineSnapshot(`
    "Error: expected no request

    Requests so far (2):
      #n POST /endpoint/orders?a=1 → 200 after n ms, body {"id":1,"sku":"tea"}
      #n PUT /endpoint/orders → 200 after n ms, body no JSON"
  `)
})

test('toHaveBeenRequestedTimes lists the requests', async () => {
  const orders = await ask()
  expect(messageOf(() => expect(orders).toHaveBeenRequestedTimes(1))).toMatchInlineSnapshot(`
    "Error: expected 1 request

    Requests so far (2):
      #n POST /endpoint/orders?a=1 → 200 after n ms, body {"id":1,"sku":"tea"}
      #n PUT /endpoint/orders → 200 after n ms, body no JSON"
  `)
  expect(messageOf(() => expect(orders).not.toHaveBeenRequestedTimes(2))).toMatchInlineSnapshot(`
    "Error: expected more or less than 2 requests

    Requests so far (2):
      #n POST /endpoint/orders?a=1 → 200 after n ms, body {"id":1,"sku":"tea"}
      #n PUT /endpoint/orders → 200 after n ms, body no JSON"
  `)
})

test('toHaveBeenRequestedWith shows how the closest request differs', async () => {
  const orders = await ask()
  const pattern = { method: 'POST', query: { a: '2' }, json: { id: 2, sku: expect.any(String) } }
  const differs = () => expect(orders).toHaveBeenRequestedWith(pattern)
  expect(messageOf(differs)).toMatchInlineSnapshot(`
    "Error: expected a request like this: the closest differs like this:
    - Expected
    + Received

      {
        "json": {
    -     "id": 2,
    +     "id": 1,
          "sku": "tea",
        },
        "method": "POST",
        "query": {
    -     "a": "2",
    +     "a": "1",
        },
      }

    Requests so far (2):
      #n POST /endpoint/orders?a=1 → 200 after n ms, body {"id":1,"sku":"tea"}
      #n PUT /endpoint/orders → 200 after n ms, body no JSON"
  `)
  const agrees = () => expect(orders).not.toHaveBeenRequestedWith({ json: { id: 1, sku: 'tea' } })
  expect(messageOf(agrees)).toMatchInlineSnapshot(`
    "Error: expected no request like this: Object {
      "json": Object {
        "id": 1,
        "sku": "tea",
      },
    }

    Requests so far (2):
      #n POST /endpoint/orders?a=1 → 200 after n ms, body {"id":1,"sku":"tea"}
      #n PUT /endpoint/orders → 200 after n ms, body no JSON"
  `)
})

test('toHaveBeenRequestedWith shows a body that is not JSON', async () => {
  const orders = await ask()
  const differs = () => expect(orders).toHaveBeenRequestedWith({ method: 'PUT', json: { id: 1 } })
  expect(messageOf(differs)).toContain('PUT /endpoint/orders → 200 after n ms, body no JSON')
})

test('toHaveBeenLastRequestedWith checks the last request and lists all', async () => {
  const orders = await ask()
  const differs = () => expect(orders).toHaveBeenLastRequestedWith({ method: 'POST' })
  expect(messageOf(differs)).toMatchInlineSnapshot(`
    "Error: expected the last request to be like this: the closest differs like this:
    - Expected
    + Received

      {
    -   "method": "POST",
    +   "method": "PUT",
      }

    Requests so far (2):
      #n POST /endpoint/orders?a=1 → 200 after n ms, body {"id":1,"sku":"tea"}
      #n PUT /endpoint/orders → 200 after n ms, body no JSON"
  `)
  const agrees = () => expect(orders).not.toHaveBeenLastRequestedWith({ method: 'PUT' })
  expect(messageOf(agrees)).toMatchInlineSnapshot(`
    "Error: expected the last request not to be like this: Object {
      "method": "PUT",
    }

    Requests so far (2):
      #n POST /endpoint/orders?a=1 → 200 after n ms, body {"id":1,"sku":"tea"}
      #n PUT /endpoint/orders → 200 after n ms, body no JSON"
  `)
})

test('toHaveNoUnmatchedRequests lists the unmatched requests first', async () => {
  await ask()
  expect(messageOf(() => expect(mock).not.toHaveNoUnmatchedRequests())).toMatchInlineSnapshot(`
    "Error: expected an unmatched request

    Requests so far (2):
      #n POST /endpoint/orders?a=1 → 200 after n ms, body {"id":1,"sku":"tea"}
      #n PUT /endpoint/orders → 200 after n ms, body no JSON"
  `)
  await fetch(mock.url('order'))
  expect(messageOf(() => expect(mock).toHaveNoUnmatchedRequests())).toMatchInlineSnapshot(`
    "Error: expected no unmatched requests

    Requests so far (3), the unmatched first:
      #n GET /endpoint/order → 404 unmatched, close to \`orders\`
    Next to the first of these:
      #n POST /endpoint/orders?a=1 → 200 after n ms, body {"id":1,"sku":"tea"}
      #n PUT /endpoint/orders → 200 after n ms, body no JSON"
  `)
})

test('a matcher with a pattern shows the pattern if there are no requests', () => {
  const orders = mock.endpoint('orders')
  const some = () => expect(orders).toHaveBeenRequestedWith({ method: 'POST', json: { id: 1 } })
  expect(messageOf(some)).toMatchInlineSnapshot(`
    "Error: expected a request like this: Object {
      "json": Object {
        "id": 1,
      },
      "method": "POST",
    }

    There were no requests at all."
  `)
  const last = () =>
    expect(orders).toHaveBeenLastRequestedWith({ headers: { a: expect.anything() } })
  expect(messageOf(last)).toMatchInlineSnapshot(`
    "Error: expected the last request to be like this: Object {
      "headers": Object {
        "a": Anything,
      },
    }

    There were no requests at all."
  `)
})

test('at most the last 20 requests are listed, and long bodies are truncated', async () => {
  const { url } = await mock.add({ name: 'orders', data: [] })
  for (let i = 1; i <= 25; i++) await fetch(`${url}?n=${i}`)
  const lines = messageOf(() => expect(mock).toHaveBeenRequestedTimes(1)).split('\n')
  expect(lines.slice(2, 5)).toEqual([
    'Requests so far (25):',
    '  … and 5 before these',
    '  #n GET /endpoint/orders?n=6 → 200 after n ms',
  ])
  expect(lines).toHaveLength(24)
  await fetch(url, { method: 'POST', body: `a\n  b${'c'.repeat(1000)}` })
  const last = messageOf(() => expect(mock).toHaveBeenRequestedTimes(1))
    .split('\n')
    .at(-1)
  expect(last).toBe(`  #n POST /endpoint/orders → 200 after n ms, body a b${'c'.repeat(197)}…`)
})
