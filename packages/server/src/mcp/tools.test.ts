// The tools, as an agent calls them.
import { beforeEach, describe, expect, test } from 'vitest'
import type { RunningServer } from '../http/start-server.ts'
import { type Agent, connect, serverForAgents } from '../test/mcp-agent.ts'
import { ok, upstream } from '../test/upstream.ts'

let server: RunningServer
let agent: Agent

beforeEach(async () => {
  server = await serverForAgents({ allowSend: ['localhost'] })
  agent = await connect(server)
})

async function lastId(): Promise<number | undefined> {
  const { data } = await agent.call('list_requests')
  return (data['requests'] as readonly { readonly id: number }[]).at(-1)?.id
}

describe('tools', () => {
  test('ten tools are listed in under 20,000 characters, and the instructions have the URL', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'add_endpoint',
      'add_rule',
      'list_mocks',
      'remove_mocks',
      'list_requests',
      'wait_for_requests',
      'explain_request',
      'send_webhook',
      'import_mocks',
      'reset',
    ])
    expect(JSON.stringify(tools).length).toBeLessThan(20_000)
    expect(agent.client.getInstructions()).toContain(`${server.url}/endpoint/{name}`)
  })

  test('an endpoint is added, listed and removed', async () => {
    const added = await agent.call('add_endpoint', {
      name: 'a b',
      data: { id: 1 },
      statusCode: 201,
      delay: 1,
    })
    expect(added.text).toBe('URL/endpoint/a%20b answers 201 after 1 ms with 8 characters of JSON.')
    expect(added.data).toMatchObject({ name: 'a b', url: `${server.url}/endpoint/a%20b` })
    expect((await agent.ask('a%20b')).status).toBe(201)
    expect((await agent.call('list_mocks')).text).toBe('URL/endpoint/a%20b: 201, 1 ms {"id":1}')
    expect((await agent.call('list_mocks', { endpoint: 'a b' })).text).toContain(
      'answers 201 {"id":1}',
    )
    expect((await agent.call('remove_mocks', { endpoint: 'a b' })).text).toContain(
      'Removed endpoint a b',
    )
    expect((await agent.call('list_mocks')).text).toBe('There are no endpoints and no rules.')
  })

  test('data of `add_endpoint` is served exactly as it was written', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_endpoint","arguments":{"name":"exact","data":{"n":12345678901234567890,"price":1.10}}}}`
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    expect((await fetch(`${server.url}/mcp`, { method: 'POST', headers, body })).status).toBe(200)
    expect(await (await agent.ask('exact')).text()).toBe('{"n":12345678901234567890,"price":1.10}')
  })

  test('`add_endpoint` remarks on data that is a string of JSON', async () => {
    const { text } = await agent.call('add_endpoint', { name: 'a', data: '{"id":1}' })
    expect(text).toContain('The data is a string that holds JSON')
  })

  test('a rule is added, listed and removed, and lists include endpoints that have only rules', async () => {
    const rule = { endpoint: 'pay', when: { method: 'POST', path: '/:id' } }
    const { text, data } = await agent.call('add_rule', {
      ...rule,
      responses: [{ statusCode: 201 }, { statusCode: 402 }],
    })
    expect(text).toBe(
      'Rule pay-1 is added. It answers POST at URL/endpoint/pay/:id, used 0 times, 2 left.',
    )
    expect(data).toMatchObject({ id: 'pay-1', left: 2 })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await agent.ask('pay/1', { method: 'POST' })).status)
    expect(statuses).toEqual([201, 402, 404])
    await agent.call('add_rule', { ...rule, id: 'x', response: { statusCode: 202 } })
    expect((await agent.call('list_mocks')).text).toBe('Other names that have rules: pay')
    expect((await agent.call('list_mocks', { search: 'x' })).text).toMatch(/^There are no/)
    expect((await agent.call('list_mocks', { endpoint: 'pay' })).text).toContain('x: {"id":"x"')
    expect((await agent.call('remove_mocks', { rule: 'x' })).text).toBe('Removed rule x.')
    expect(await agent.call('list_mocks', { endpoint: 'pay' })).toMatchObject({ isError: true })
  })

  test('large results are cut, also as structured content', async () => {
    const data = 'x'.repeat(100_000)
    const added = await agent.call('add_rule', { endpoint: 'a', response: { data } })
    await agent.call('add_endpoint', { name: 'a', data })
    await agent.ask('a', { method: 'POST', body: data })
    const results = [
      added,
      await agent.call('list_mocks'),
      await agent.call('list_mocks', { endpoint: 'a' }),
      await agent.call('list_requests'),
      await agent.call('wait_for_requests'),
      await agent.call('explain_request', { id: await lastId() }),
    ]
    for (const result of results) expect(JSON.stringify(result).length).toBeLessThan(20_000)
  })

  test('requests are listed, waited for, and explained', async () => {
    await agent.call('add_rule', {
      endpoint: 'pay',
      when: { path: '/v1' },
      response: { data: { ok: 1 } },
    })
    expect((await agent.call('explain_request')).text).toBe('Every request was answered.')
    await agent.ask('%zz')
    expect((await agent.call('explain_request')).isError).toBe(false)
    expect((await agent.call('explain_request', { id: 999 })).text).toContain(
      'or no longer. list_requests lists the requests.',
    )
    await agent.call('reset')
    await agent.ask('pay/v1?a=1', { method: 'POST', body: '{"id":1}' })
    await agent.ask('pay/v2')
    const { text } = await agent.call('list_requests')
    expect(text.replaceAll(/#\d+/g, '#')).toBe(
      '# POST /endpoint/pay/v1?a=1 → 200 by rule pay-1, body {"id":1}\n# GET /endpoint/pay/v2 → unmatched',
    )
    expect((await agent.call('list_requests', { limit: 1 })).data['requests']).toHaveLength(1)
    const why = (await agent.call('explain_request')).text
    expect(why).toContain('The closest is rule `pay-1`, whose path is /v1, not /v2.')
    const [, proposed = ''] = /^To answer it: add_rule (.*)$/m.exec(why) ?? []
    await agent.call('add_rule', JSON.parse(proposed))
    expect((await agent.ask('pay/v2')).status).toBe(200)
    const waited = agent.call('wait_for_requests', { endpoint: 'pay', count: 3, timeout: 20_000 })
    await agent.ask('pay/v2')
    expect((await waited).data).toMatchObject({ isThere: true })
    const none = await agent.call('wait_for_requests', { endpoint: 'other', timeout: 1 })
    expect(none.text).toBe('Only 0 of 1 came in 1 ms.\n')
  })

  test('`send_webhook` sends a webhook and returns its result', async () => {
    const receiver = await upstream(ok)
    const to = `http://localhost:${receiver.port}/hooks`
    const { text, data } = await agent.call('send_webhook', { to, event: { paid: true } })
    expect(text).toMatch(/^Webhook \d+ to .* is delivered\.\nAttempt 1: 200, ok$/)
    expect(data).toMatchObject({ state: 'delivered', attempts: [{ statusCode: 200, reply: 'ok' }] })
  })

  test('`import_mocks` imports mocks, also from an OpenAPI document', async () => {
    const text = '{"endpoints":[{"name":"a","data":1.0}],"rules":[]}'
    expect((await agent.call('import_mocks', { text })).text).toBe(
      'Imported 1 endpoints and 0 rules.',
    )
    const document = {
      openapi: '3.0.0',
      info: { title: 'Pets', version: '1' },
      paths: {
        '/pets': {
          get: {
            responses: { 200: { content: { 'application/json': { example: [1] } } } },
          },
        },
      },
    }
    const imported = await agent.call('import_mocks', {
      text: JSON.stringify(document),
      format: 'openapi',
    })
    expect(imported.data).toMatchObject({ rules: 1, urls: [`${server.url}/endpoint/pets`] })
    expect(await (await agent.ask('pets/pets')).json()).toEqual([1])
  })

  test('`reset` removes requests and keeps endpoints', async () => {
    await agent.call('add_endpoint', { name: 'a', data: 1 })
    await agent.ask('nothing')
    await agent.call('reset')
    expect((await agent.call('list_requests')).text).toBe('No requests match.')
    expect((await agent.ask('a')).status).toBe(200)
  })
})

describe('errors of tools', () => {
  test.each<[name: string, given: Record<string, unknown>, text: string]>([
    ['add_endpoint', { name: 'a', json: {} }, '/json belongs in `data`'],
    ['add_rule', { endpoint: 'a', response: { status: 500 } }, 'did you mean `statusCode`'],
    ['add_rule', { endpoint: 'a', when: { url: '/a' }, response: {} }, 'is called `path`'],
    ['remove_mocks', {}, 'Give either `endpoint` or `rule`'],
    ['remove_mocks', { rule: 'a' }, 'rule'],
    ['list_requests', { method: 'GET' }, 'method'],
    ['explain_request', { id: 99_999 }, '99999'],
    ['send_webhook', { to: 'http://example.com', event: 1 }, '--allow-send example.com'],
    ['import_mocks', { text: {} }, '`text` must be a string'],
    ['import_mocks', {}, '`text` is missing'],
    ['import_mocks', { text: 'openapi: 3.1.0' }, '"format": "openapi"'],
    ['list_mocks', { serach: 'a' }, 'Did you mean `search`?'],
    ['list_requests', { limit: 500 }, '`limit` must be an integer from 1 to 50'],
    ['import_mocks', { text: '', format: 'x' }, 'one of mock-endpoint, openapi, har'],
    ['reset', { everything: true }, 'everything'],
  ])('the error of %s %j explains what to do', async (name, given, text) => {
    const called = await agent.call(name, given)
    expect(called).toMatchObject({ isError: true, text: expect.stringContaining(text) })
  })

  test('the error for an unknown tool lists the existing tools', async () => {
    await expect(agent.call('create_mock')).rejects.toThrow('add_endpoint, add_rule')
  })
})
