import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sharedMockServer } from '@mock-endpoint/vitest-plugin'
import { afterEach, beforeAll, expect, test } from 'vitest'

const backend = sharedMockServer()
let url

beforeAll(async () => {
  const script = fileURLToPath(new URL('app.js', import.meta.url))
  // PRICES_URL is in the environment that it inherits.
  const app = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(app.stdout), 'line')
  url = line
  return async () => {
    if (app.kill()) await once(app, 'exit')
  }
})

// The server is the whole run's: what a test replaces, it puts back.
afterEach(async () => {
  await backend.add({ name: 'prices', data: { tea: 420 } })
})

async function ask() {
  const response = await fetch(url)
  return [response.status, await response.text()]
}

test('the app says what its backend says', async () => {
  expect(await ask()).toEqual([200, 'Tea is 4.20.'])
})

test('a new price is said at once', async () => {
  await backend.add({ name: 'prices', data: { tea: 390 } })
  expect(await ask()).toEqual([200, 'Tea is 3.90.'])
})

test('a backend that is down is not the fault of the app', async () => {
  await backend.add({ name: 'prices', data: { error: 'busy' }, statusCode: 503 })
  expect(await ask()).toEqual([502, 'Prices are not known at the moment.'])
})
