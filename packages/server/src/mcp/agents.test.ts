// An agent that follows docs/agents.md, and one that knows only the descriptions of the tools.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Agent, connect, serverForAgents } from '../test/mcp-agent.ts'

test('the example in docs/agents.md gives the output that is shown there', async () => {
  const server = await serverForAgents()
  const agent = await connect(server)
  const folder = await mkdtemp(join(tmpdir(), 'agent-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const url = `${server.url}/endpoint/payments`
  const said: string[] = []
  let told = ''
  for (const { language, text } of await blocksOfExample()) {
    if (language === 'js') await writeFile(join(folder, nameOf(text)), text)
    else if (language === 'json') {
      const { tool, arguments: given } = JSON.parse(text)
      told = (await agent.call(tool, given)).text
    } else if (language === 'text') {
      const expected = text.replaceAll('http://localhost:16540', 'URL')
      said.push(expected)
      expect(told.slice(0, expected.length)).toBe(expected)
    } else {
      expect(text).toMatch(
        /^PAYMENTS_URL=http:\/\/localhost:16540\/endpoint\/payments node --test /,
      )
      expect(await passes(folder, url)).toBe(text.endsWith('# passes'))
    }
  }
  expect(said).toHaveLength(4)
})

interface Block {
  readonly language: string
  readonly text: string
}

async function blocksOfExample(): Promise<readonly Block[]> {
  const file = new URL('../../../../docs/agents.md', import.meta.url)
  const [, example = ''] = (await readFile(file, 'utf8')).split(/<!-- (?:transcript|end) -->/)
  return [...example.matchAll(/^```(\w+)\n(.*?)\n```$/gms)].map(
    ([, language = '', text = '']): Block => ({ language, text }),
  )
}

function nameOf(code: string): string {
  return /^\/\/ (\S+)/.exec(code)?.[1] ?? ''
}

/** Whether the tests of a folder pass, with the payment API at the URL. */
function passes(folder: string, url: string): Promise<boolean> {
  const env = { ...process.env, PAYMENTS_URL: url }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--test'], { cwd: folder, env }, (error) => resolve(!error))
  })
}

test('an agent that knows only the tools needs at most 12 calls, guided by error messages', async () => {
  const agent = await connect(await serverForAgents())
  let calls = 0
  const call: Agent['call'] = (name, given) => {
    calls += 1
    return agent.call(name, given)
  }
  const charge = async (path: string): Promise<number> =>
    (await agent.ask(path, { method: 'POST' })).status
  const refused = async (
    name: string,
    given: Record<string, unknown>,
    words: readonly string[],
  ): Promise<string> => {
    const { isError, text } = await call(name, given)
    expect(isError).toBe(true)
    for (const word of words) expect(text).toContain(word)
    return text
  }

  // A path instead of a name: the error includes the intended rule, ready to be called.
  const told = await refused('add_endpoint', { name: 'payments/v1/charges', data: { id: 1 } }, [
    'add_rule {',
  ])
  await call('add_rule', JSON.parse(told.slice(told.indexOf('add_rule {') + 'add_rule '.length)))
  expect(await charge('payments/v1/charges')).toBe(200)
  // The property names of other tools, and no `when`.
  const responses = [{ status: 201 }, { status: 402 }]
  await refused(
    'add_rule',
    { endpoint: 'payments', method: 'POST', path: '/v1/charges', responses },
    ['/method belongs in `when`', '/path belongs in `when`', 'did you mean `statusCode`'],
  )
  await call('add_rule', {
    endpoint: 'payments',
    when: { method: 'POST', path: '/v1/charges' },
    responses: [{ statusCode: 201 }, { statusCode: 402 }],
  })
  expect([await charge('payments/v1/charges'), await charge('payments/v1/charges')]).toEqual([
    201, 402,
  ])
  // A client that requests another path.
  expect(await charge('payments/charges')).toBe(404)
  expect((await call('explain_request')).text).toContain('whose path is /v1/charges, not /charges')
  await refused('list_requests', { endpoint: 'payments', method: 'POST' }, ['`unmatched`'])
  expect((await call('list_requests', { endpoint: 'payments' })).text).toContain('→ 402')
  await refused('reset', { endpoints: true }, ['`all`'])
  await call('reset', { all: true })
  expect((await call('list_mocks')).text).toBe('There are no endpoints and no rules.')
  expect(calls).toBeLessThanOrEqual(12)
})
