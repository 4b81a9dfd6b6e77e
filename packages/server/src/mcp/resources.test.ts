// The resources that an agent reads without a tool.
import { expect, test } from 'vitest'
import { connect, serverForAgents } from '../test/mcp-agent.ts'

test('the resources are the endpoints, the requests and a guide to rules', async () => {
  const agent = await connect(await serverForAgents())
  await agent.call('add_endpoint', { name: 'a b', data: 1 })
  await agent.ask('a%20b')
  const { resources } = await agent.client.listResources()
  const read = async (uri: string): Promise<string> => {
    const { contents } = await agent.client.readResource({ uri })
    return String((contents[0] as { readonly text?: string }).text)
  }
  const texts = await Promise.all(resources.map(({ uri }) => read(uri)))
  expect(texts[0]).toContain('"name":"a b"')
  expect(texts[1]).toContain('# Rules')
  expect(await read('mock-endpoint://endpoint/a%20b')).toContain('"data":1')
  const { data } = await agent.call('list_requests')
  const [{ id } = { id: 0 }] = data['requests'] as { readonly id: number }[]
  expect(await read(`mock-endpoint://request/${id}`)).toContain('/endpoint/a%20b')
  const { resourceTemplates } = await agent.client.listResourceTemplates()
  expect(resourceTemplates).toHaveLength(2)
  await expect(read('mock-endpoint://endpoint/none')).rejects.toThrow('`none`')
  await expect(read('file:///etc/passwd')).rejects.toThrow('not a resource')
})
