// A request in a snapshot contains nothing that differs from run to run.
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'

const mock = await createMockServer()

test('a request in a snapshot has no ports, times or bytes', async () => {
  const { url } = await mock.add({ name: 'orders', data: 1 })
  const headers = { 'content-type': 'application/json', 'x-tenant': 'a' }
  await fetch(`${url}?dry=1&tag=a&tag=b`, { method: 'POST', headers, body: '{"id":7}' })
  expect(await mock.requests()).toMatchInlineSnapshot(`
    [
      {
        "body": {
          "id": 7,
        },
        "headers": {
          "accept": "*/*",
          "content-type": "application/json",
          "x-tenant": "a",
        },
        "method": "POST",
        "outcome": "answered",
        "path": "/endpoint/orders",
        "query": {
          "dry": [
            "1",
          ],
          "tag": [
            "a",
            "b",
          ],
        },
        "statusCode": 200,
      },
    ]
  `)
})
