// MCP at `/mcp` of a server.
import { expect, test } from 'vitest'
import { connect, serverForAgents } from '../test/mcp-agent.ts'

test('/mcp requires the token and the allowed origins of the control API', async () => {
  const guarded = await serverForAgents({ token: 'secret' })
  await expect(connect(guarded)).rejects.toThrow()
  const allowed = await connect(guarded, { authorization: 'Bearer secret' })
  expect(await allowed.call('add_endpoint', { name: 'a', data: 1 })).toMatchObject({
    isError: false,
  })
  const { url } = await serverForAgents()
  const { status } = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: '{}',
  })
  expect(status).toBe(403)
})

test('/mcp answers methods other than POST with 405', async () => {
  const { url } = await serverForAgents()
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await fetch(`${url}/mcp`, { method })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  }
})

test('/mcp refuses a message that is too large or not valid JSON', async () => {
  const small = await serverForAgents({ maxBody: 100 })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const post = async (body: string): Promise<number> =>
    (await fetch(`${small.url}/mcp`, { method: 'POST', headers, body })).status
  expect([await post('x'.repeat(101)), await post('{')]).toEqual([413, 400])
})

test('without the option, /mcp is not found', async () => {
  const without = await serverForAgents({ mcp: false })
  expect((await fetch(`${without.url}/mcp`, { method: 'POST' })).status).toBe(404)
})
