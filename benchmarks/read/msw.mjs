// msw behind @mswjs/http-middleware, on Express.
import { load } from '../peers/load.mjs'
import { bodies, listening, type } from './bodies.mjs'

const { default: express } = await load('express')
const { createMiddleware } = await load('@mswjs/http-middleware')
const { http, HttpResponse } = await load('msw')

const handlers = Object.entries(bodies).map(([name, text]) =>
  http.get(`/${name}`, () => new HttpResponse(text, { headers: { 'content-type': type } })),
)
const server = express()
  .use(createMiddleware(...handlers))
  .listen(0, '127.0.0.1', () => listening(server.address().port))
