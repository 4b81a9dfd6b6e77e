// The web UI in a browser: a token, protection from other sites, and no requests to other hosts.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './lib/page.ts'

/** Starts a foreign site on its own port, which runs the script. */
async function foreignSite(script: string): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader(
      'content-type',
      request.url === '/script.js' ? 'text/javascript' : 'text/html',
    )
    response.end(request.url === '/script.js' ? script : '<script src="/script.js" defer></script>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://attacker.test:${(server.address() as AddressInfo).port}`
}

test('the page asks for the token, refuses a wrong one, and continues with the right one', async () => {
  const { page } = await openPage({ args: ['--token', 'secret'] })
  await page.getByRole('heading', { name: 'This service requires a token' }).waitFor()
  await page.getByLabel('Token').fill('wrong')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.getByText('The token is not the right one.').waitFor()
  await page.getByLabel('Token').fill('secret')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
})

test('a page of another site can neither frame the web UI nor reach the control API', async () => {
  const { page, daemon } = await openPage()
  await daemon.add('{"name":"secret","data":"treasure"}')
  const site = await foreignSite(`
    const frame = document.createElement('iframe')
    frame.src = '${daemon.url}/'
    document.body.append(frame)
    const calls = [
      ['/api/endpoint', { method: 'GET' }],
      ['/api/endpoint', { method: 'DELETE' }],
      ['/api/request', { method: 'GET', mode: 'no-cors' }],
      ['/api/endpoint/add', { method: 'PUT', body: '{"name":"theirs","data":1}' }],
      ['/api/reset', { method: 'POST', mode: 'no-cors', body: '{"endpoints":true}' }],
    ]
    const answers = calls.map(([path, options]) =>
      fetch('${daemon.url}' + path, options).then((response) => response.text(), () => ''))
    Promise.all(answers).then((texts) => { document.title = 'got:' + texts.join('') })
  `)
  await page.goto(site)
  await expect.poll(() => page.title()).toBe('got:')
  // The browser shows its own error page in the frame.
  const urls = page.frames().map((frame) => frame.url())
  expect(urls.filter((url) => url.startsWith(daemon.url))).toEqual([])
  expect(JSON.parse(await daemon.read('/api/endpoint')).endpoints).toEqual([
    { name: 'secret', data: 'treasure', statusCode: 200, delay: 0 },
  ])
})

test('the page sends requests only to its own service, and reports no errors', async () => {
  const { page, daemon, complaints } = await openPage()
  await daemon.add('{"name":"orders","data":1}')
  for (let i = 0; i < 5; i++) {
    await page.goto(`${daemon.url}/?${i}`)
    await page.getByRole('link', { name: 'orders' }).waitFor()
  }
  expect(complaints).toEqual([])
})
