// json-server on a database in memory. It indents what it answers: five bytes more of each body.
import { load } from '../peers/load.mjs'
import { bodies, listening } from './bodies.mjs'

const { createApp } = await load('json-server/lib/app.js')
const { Low, Memory } = await load('lowdb')

const data = Object.entries(bodies).map(([name, text]) => [name, JSON.parse(text)])
const app = createApp(new Low(new Memory(), Object.fromEntries(data)))
const server = app.listen(0, () => listening(server.address().port), '127.0.0.1')
