// The first steps of a user who installed the packages. Ends with an error if one fails.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createApp } from '@mock-endpoint/core'
import { openLevelStore } from '@mock-endpoint/core/level'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { startServer } from '@mock-endpoint/server'

const body = '{"name":"price","data":{"amount":1.10}}'

// The library, without a socket.
const app = createApp({ store: createMemoryStore() })
assert.equal((await app.request('/api/endpoint/add', { method: 'PUT', body })).status, 200)
assert.equal(await (await app.request('/endpoint/price')).text(), '{"amount":1.10}')

// A server on a store on disk.
const store = await openLevelStore('data')
const server = await startServer({ store, port: 0 })
assert.equal((await fetch(`${server.url}/api/endpoint/add`, { method: 'PUT', body })).status, 200)
assert.equal(await (await fetch(`${server.url}/endpoint/price`)).text(), '{"amount":1.10}')
await server.close()
await store.close()

// The command.
const { status, stdout } = spawnSync('node_modules/.bin/mock-endpoint', ['--version'])
assert.equal(status, 0)
assert.match(String(stdout), /^\d+\.\d+\.\d+\n$/)

// Optional packages are not installed.
const installed = readdirSync('node_modules').filter((name) => !name.startsWith('.'))
assert.ok(!installed.includes('@sentry'), 'error reporting is installed by those who want it')
assert.ok(!installed.includes('vitest'), 'the daemon needs no test runner')
