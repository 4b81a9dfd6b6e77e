import { expect, onTestFinished, test } from 'vitest'
import setup from './global-setup.ts'

test('the set-up provides the URL of a server, and what it returns stops that server', async () => {
  const provided = new Map<string, { url: string }>()
  const stop = await setup({
    provide: (key, value) => {
      provided.set(key, value)
    },
  })
  onTestFinished(stop)
  expect([...provided.keys()]).toEqual(['mockEndpoint'])
  const url = provided.get('mockEndpoint')?.url
  expect(url).toMatch(/^http:\/\/localhost:\d+$/)

  const body = '{"name":"orders","data":{"id":1.10}}'
  const headers = { connection: 'close' }
  const added = await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body, headers })
  expect(added.status).toBe(200)
  const answer = await fetch(`${url}/endpoint/orders`, { headers })
  expect(await answer.text()).toBe('{"id":1.10}')

  await stop()
  await expect(fetch(`${url}/endpoint/orders`)).rejects.toThrow()
})
