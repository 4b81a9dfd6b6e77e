// After any order of adds, removals, restarts and kills, the daemon holds what two Maps would hold.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Client, createClient } from '../lib/calls.ts'
import { count } from '../lib/count.ts'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'

/** The expected data of endpoints, and the expected data of each endpoint's rule for a POST. */
interface Model {
  readonly endpoints: Map<string, string>
  readonly rules: Map<string, string>
}

/** The daemon under test, which a command may replace. */
interface Real {
  readonly cwd: string
  readonly defects: readonly Defect[]
  daemon: Daemon
  client: Client
  commands: number
}

type Command = fc.AsyncCommand<Model, Real>

test('after random commands, the daemon has the endpoints and rules of a model', async () => {
  const runs = count({ short: 10, long: 1000 })
  let commands = 0
  const property = fc.asyncProperty(sequences, async (sequence) => {
    commands += await run(sequence)
  })
  const seed = Number(process.env['RELIABILITY_SEED'] ?? Date.now() % 2 ** 31)
  try {
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
  } finally {
    note('model', { runs, commands, seed })
  }
})

test('the check finds a daemon that does not remove', async () => {
  const sequence = [add('a', '1'), remove('a'), read('a')]
  await expect(run(sequence, ['forgets to remove'])).rejects.toThrow()
  await run(sequence)
})

const name = fc.constantFrom('a', 'b', 'ä ö', '__proto__', '100%', '😀')
const data = fc.oneof(
  fc.json(),
  fc.bigInt({ min: 2n ** 60n, max: 2n ** 70n }).map(String),
  fc.constantFrom('1.10', '-0', '1e400', ' [ ] ', '{"a":1,"a":2}', '"\\u0061"'),
  fc.integer({ min: 1, max: 300_000 }).map((length) => `"${'x'.repeat(length)}"`),
)

const sequences = fc.commands(
  [
    fc.tuple(name, data).map(([to, text]) => add(to, text)),
    fc.tuple(name, data).map(([to, text]) => add(to, text)),
    name.map(remove),
    fc.tuple(name, data).map(([to, text]) => addRule(to, text)),
    name.map(removeRule),
    name.map(read),
    name.map(post),
    fc.constant(restart('SIGTERM')),
    fc.constant(restart('SIGKILL')),
  ],
  { maxCommands: 30, size: 'max' },
)

async function run(sequence: Iterable<Command>, defects: readonly Defect[] = []): Promise<number> {
  const folder = await freshFolder()
  const cwd = folder.path
  const daemon = await startDaemon({ cwd, defects })
  const real: Real = { cwd, defects, daemon, client: createClient(daemon.url), commands: 0 }
  const model: Model = { endpoints: new Map(), rules: new Map() }
  try {
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    await restart('SIGKILL').run(model, real)
    const { endpoints, rules } = model
    const there = { endpoints: endpoints.size, rules: rules.size }
    expect(await real.client.health()).toMatchObject(there)
    for (const one of endpoints.keys()) await read(one).run(model, real)
    for (const one of rules.keys()) await post(one).run(model, real)
    return real.commands
  } finally {
    real.client.close()
    await real.daemon.stop()
    await folder.remove()
  }
}

function command(text: string, work: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      real.commands++
      await work(model, real)
    },
    toString: () => text,
  }
}

function add(to: string, text: string): Command {
  return command(`add ${to} ${text.slice(0, 40)}`, async ({ endpoints }, { client }) => {
    expect((await client.add(to, text)).status).toBe(200)
    // White space around a value is not part of it.
    endpoints.set(to, text.trim())
  })
}

function remove(from: string): Command {
  return command(`remove ${from}`, async ({ endpoints, rules }, { client }) => {
    const existed = endpoints.delete(from)
    if (existed) rules.delete(from)
    expect((await client.remove(from)).status).toBe(existed ? 200 : 404)
  })
}

/** Each endpoint has at most one rule, whose id is the endpoint's name. */
function addRule(to: string, text: string): Command {
  return command(`addRule ${to} ${text.slice(0, 40)}`, async ({ rules }, { client }) => {
    expect((await client.addRule(to, to, text)).status).toBe(200)
    rules.set(to, text.trim())
  })
}

function removeRule(from: string): Command {
  return command(`removeRule ${from}`, async ({ rules }, { client }) => {
    expect((await client.removeRule(from)).status).toBe(rules.delete(from) ? 200 : 404)
  })
}

function read(from: string): Command {
  return command(`read ${from}`, async ({ endpoints }, { client }) => {
    const { status, body } = await client.read(from)
    const found = status === 200 ? body : undefined
    expect({ status, found }).toEqual({
      status: endpoints.has(from) ? 200 : 404,
      found: endpoints.get(from),
    })
  })
}

function post(to: string): Command {
  return command(`post ${to}`, async ({ endpoints, rules }, { client }) => {
    const { status, body } = await client.post(to)
    const withoutRule = endpoints.has(to) ? 200 : 404
    expect({ status, body: status === 404 ? undefined : body }).toEqual({
      status: rules.has(to) ? 201 : withoutRule,
      body: rules.get(to) ?? endpoints.get(to),
    })
  })
}

function restart(signal: NodeJS.Signals): Command {
  return command(signal, async (_, real) => {
    real.client.close()
    await real.daemon.stop(signal)
    real.daemon = await startDaemon({ cwd: real.cwd, defects: real.defects })
    real.client = createClient(real.daemon.url)
  })
}
