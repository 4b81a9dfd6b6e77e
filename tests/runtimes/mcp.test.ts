// MCP: the official conformance suite against a daemon, and an agent on each runtime.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import {
  freePort,
  freshFolder,
  runDaemon,
  startDaemon,
} from '../../packages/server/src/test/daemon.ts'
import { bun, deno, node } from './lib/runtimes.ts'

const runtimes = { Node: [node(20)], Bun: [bun], Deno: [deno, 'run', '-A'] } as const
const names = Object.keys(runtimes) as (keyof typeof runtimes)[]

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

/** The scenarios for servers without sessions. Others need tools and prompts of a test server. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'dns-rebinding-protection',
]

test.each(scenarios)('the daemon passes the MCP conformance scenario %s', async (scenario) => {
  const daemon = await startDaemon({
    args: ['--memory'],
    cwd: await folder(),
    runtime: runtimes.Node,
  })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  const suite = import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js')
  const args = [
    fileURLToPath(suite),
    'server',
    '--url',
    `${daemon.url}/mcp`,
    '--scenario',
    scenario,
  ]
  // The suite needs at least Node 22, and fails with a list of faults.
  const { stdout } = await promisify(execFile)(node(24), args, { cwd: await folder() })
  expect(stdout).toMatch(/Passed: ([1-9])\/\1, 0 failed, 0 warnings/)
})

const message = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'add_endpoint', arguments: { name: 'a', data: 1 } },
}

test.each(names)('an MCP agent gets a response over standard input on %s', async (name) => {
  const { code, stdout } = await runDaemon(['mcp', '--port', await freePort()], {
    cwd: await folder(),
    input: `${JSON.stringify(message)}\n`,
    runtime: runtimes[name],
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { structuredContent: { name: 'a' } } })
})

test.each(names)('an MCP agent adds an endpoint over HTTP on %s', async (name) => {
  const daemon = await startDaemon({
    args: ['--memory'],
    cwd: await folder(),
    runtime: runtimes[name],
  })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify(message)
  const response = await fetch(`${daemon.url}/mcp`, { method: 'POST', headers, body })
  expect(await response.json()).toMatchObject({ result: { structuredContent: { name: 'a' } } })
  expect(await (await fetch(`${daemon.url}/endpoint/a`)).text()).toBe('1')
})
