// What any server on Node takes to start: `bare.mjs <port>` answers every GET.
import { createServer } from 'node:http'

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":"world"}')
}).listen(Number(process.argv[2]), '127.0.0.1')
