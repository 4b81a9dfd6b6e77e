// json-server on a free port: `json-server.mjs <folder>`, with its file there.
import { once } from 'node:events'
import { join } from 'node:path'
import { load } from '../peers/load.mjs'

const { createApp } = await load('json-server/lib/app.js')
const { Low } = await load('lowdb')
const { JSONFile } = await load('lowdb/node')

const db = new Low(new JSONFile(join(process.argv[2], 'db.json')), { adds: [] })
const server = createApp(db).listen(0, undefined, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`Address http://127.0.0.1:${server.address().port}\n`)
