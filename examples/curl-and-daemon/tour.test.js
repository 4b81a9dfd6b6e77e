import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// Installed from a registry, the package brings the command `mock-endpoint`.
const bin = new URL('dist/bin.js', import.meta.resolve('@mock-endpoint/server/package.json'))
const script = fileURLToPath(new URL('tour.sh', import.meta.url))
const env = { PATH: process.env.PATH }

async function startDaemon(t) {
  const args = [fileURLToPath(bin), '--port', '0', '--memory', '--json']
  const daemon = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(async () => {
    if (daemon.kill()) await once(daemon, 'exit')
  })
  const [line] = await once(createInterface(daemon.stdout), 'line')
  return JSON.parse(line).url
}

const expected = `
# add, read
{"success":true,"name":"orders","data":[{"id":12345678901234567890,"price":1.10}],"statusCode":200,"delay":0} (200)
[{"id":12345678901234567890,"price":1.10}] (200)
# replace: a POST is answered as well
{"success":true,"name":"orders","data":{"accepted":true},"statusCode":202,"delay":0} (200)
{"accepted":true} (202)
# a service that is down
{"success":true,"name":"stock","data":{"error":"busy"},"statusCode":503,"delay":0} (200)
{"error":"busy"} (503)
# a slow one: too slow for this client, then not
{"success":true,"name":"slow","data":"at last","statusCode":200,"delay":300} (200)
curl gave up: 28
"at last" (200)
# list, remove
{"endpoints":[{"name":"orders","data":{"accepted":true},"statusCode":202,"delay":0},{"name":"slow","data":"at last","statusCode":200,"delay":300}],"next":"slow"} (200)
{"success":true,"name":"orders"} (200)
 (404)
`

test('the tour prints what the daemon answers', async (t) => {
  const url = await startDaemon(t)
  const { stdout } = await promisify(execFile)('sh', [script, url], { env })
  assert.equal(`\n${stdout}`, expected)
})
