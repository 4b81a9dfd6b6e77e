// What is tested: a program with a backend. It says what tea costs, by the prices at PRICES_URL.
import { createServer } from 'node:http'

const server = createServer(async (_request, response) => {
  const prices = await fetch(process.env.PRICES_URL)
  if (!prices.ok) return response.writeHead(502).end('Prices are not known at the moment.')
  const { tea } = await prices.json()
  return response.end(`Tea is ${(tea / 100).toFixed(2)}.`)
})

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`)
})
