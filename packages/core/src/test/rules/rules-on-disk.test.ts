// Rules on LevelDB: after reopening, permanent ones answer as before, and temporary ones are gone.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp, type EndpointStore } from '../../index.ts'
import { openLevelStore } from '../../level.ts'
import { addRule, askAll, prepare } from '../contract/contract-rules.ts'
import { add, ask } from '../contract/contract-service.ts'
import type { Send } from '../send.ts'
import { casesWithEnd, permanentCases } from './rule-cases.ts'

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-rules-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function serve(store: EndpointStore): Send {
  const app = createApp({ store })
  return async (request) => app.fetch(request)
}

test.each(permanentCases)('after reopening LevelDB: $name', async (each) => {
  const folder = await freshFolder()
  const before = await openLevelStore(folder)
  await prepare(serve(before), each)
  await before.close()
  const after = await openLevelStore(folder)
  await askAll(serve(after), each)
  await after.close()
})

test.each(casesWithEnd)('on LevelDB: $name', async (each) => {
  const store = await openLevelStore(await freshFolder())
  const send = serve(store)
  await prepare(send, each)
  await askAll(send, each)
  await store.close()
})

test('temporary rules are gone from the list after LevelDB is reopened', async () => {
  const folder = await freshFolder()
  const before = await openLevelStore(folder)
  const send = serve(before)
  await add(send, { name: 'orders', data: 1 })
  await addRule(send, { id: 'next', endpoint: 'orders', times: 1, response: {} })
  await addRule(send, { id: 'permanent', endpoint: 'orders', response: {} })
  expect(await ids(send)).toEqual(['next', 'permanent'])
  await before.close()
  const after = await openLevelStore(folder)
  expect(await ids(serve(after))).toEqual(['permanent'])
  await after.close()
})

async function ids(send: Send): Promise<string[]> {
  const response = await ask(send, '/api/rule')
  const { rules } = (await response.json()) as { rules: { id: string }[] }
  return rules.map(({ id }) => id)
}
