import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMock } from '../mock.ts'
import { check, received } from '../test/webhook-samples.ts'
import type { TwilioSecret } from '../webhooks.ts'

// The test vectors of https://github.com/twilio/twilio-node/blob/main/spec/validation.spec.js.
const secret = '12345'
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const form = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
}
const json = '{"property": "value", "boolean": true}'
const hash = '0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620'

const formType = 'application/x-www-form-urlencoded'

function sent(
  signature: string,
  content: string | URLSearchParams,
  { query = '', ...headers }: Record<string, string> = {},
) {
  const type = typeof content === 'string' ? 'application/json' : formType
  const all = { 'content-type': type, 'x-twilio-signature': signature, ...headers }
  return received(all, `${content}`, { query: new URLSearchParams(query) })
}

function checkForm(
  signature: string,
  signedUrl: string,
  content: ConstructorParameters<typeof URLSearchParams>[0] = form,
): Promise<string> {
  const request = sent(signature, new URLSearchParams(content))
  return check(request, { scheme: 'twilio', secret, url: signedUrl })
}

/** Signs a text that is written out, so that the tests do not assemble it as the code does. */
function sign(text: string): string {
  return createHmac('sha1', secret).update(text).digest('base64')
}

test.each([
  ['as it is', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', url],
  ['without its port', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', url.replace('.com', '.com:1234')],
  [
    'with its port',
    'Zmvh+3yNM1Phv2jhDCwEM3q5ebU=',
    'http://mycompany.com:1234/myapp.php?foo=1&bar=2',
  ],
  ['with the port of https', 'kvajT1Ptam85bY51eRf/AJRuM3w=', url],
  ['with the port of http', '0ZXoZLH/DfblKGATFgpif+LLRf4=', url.replace('https', 'http')],
  ['with a password', 'CukzLTc1tT5dXEDIHm/tKBanW10=', url.replace('//', '//user:pass@')],
  ['with a name', '2YRLlVAflCqxaNicjMpJcSTgzSs=', url.replace('//', '//user@')],
  ['with a password and a port', 'ZQFR1PTIZXF2MXB8ZnKCvnnA+rI=', url.replace('//', '//user:pass@')],
  [
    'with a query that the URL class would escape',
    'dsq4Ehbj6cs+KdTkpF5sSSplOWw=',
    `${url}&Body=It's+amazing`,
  ],
])('a signature of Twilio is right for the URL %s', async (_, signature, signedUrl) => {
  expect(await checkForm(signature, signedUrl)).toBe('right')
  expect(await checkForm(signature, signedUrl.replace('foo', 'fob'))).toContain('no signature of')
})

test.each([
  ['http://[::1]:8080/a', 'http://[::1]/a'],
  ['http://[::1]/a', 'http://[::1]:80/a'],
  ['HTTPS://Example.com/a b', 'https://example.com/a%20b'],
  ["https://example.com/a?b=c+d&e='", "https://example.com/a?b=c%20d&e='"],
  ['https://example.com/a b?c=d+e', 'https://example.com/a%20b?c=d+e'],
  ['HTTP://Example.com:1/', 'HTTP://Example.com/'],
  ['https://example.com/?a=b+c#d?e', 'https://example.com/?a=b%20c#d?e'],
  ['https://example.com?b=1', 'https://example.com:443/?b=1'],
  ['https://example.com/a#b@c:1', 'https://example.com:443/a#b@c:1'],
])('the URL %s may be signed as %s', async (configured, signed) => {
  expect(await checkForm(sign(signed), configured, '')).toBe('right')
})

test('several values of a parameter are signed once each, in sorted order', async () => {
  const address = 'MessagingBinding.Address'
  const addresses = [
    [address, '+1325xxxxxxx'],
    [address, '+1415xxxxxxx'],
  ]
  const signature = '83O6e2vORAoJHUNzJjDWN1jz+BA='
  expect(await checkForm(signature, url, addresses)).toBe('right')
  expect(await checkForm(signature, url, addresses.toReversed())).toBe('right')
  const digits = [
    ['Digits', '5678'],
    ['SidAccount', 'AC123'],
    ['Digits', '1234'],
    ['Sid', 'CA123'],
    ['Digits', '1234'],
  ]
  expect(await checkForm('IK+Dwps556ElfBT0I3Rgjkr1wJU=', url, digits)).toBe('right')
})

test('parameters are signed decoded, sorted with upper case first, and even if empty', async () => {
  const text = `${url}A1Bodycafé + moreZ9aa`
  expect(await checkForm(sign(text), url, 'aa=&Body=caf%C3%A9+%2B+more&Z=9&A=1')).toBe('right')
})

test('a form with any parameter changed, added or left out is wrong', async () => {
  const pairs = Object.entries(form)
  const wrong = [[...pairs, ['Extra', '']], pairs.slice(1), [], [...pairs, ['Digits', '12345']]]
  for (const [i, [name, value]] of pairs.entries()) {
    wrong.push(pairs.with(i, [name, `${value} `]), pairs.with(i, [`${name}s`, value]))
  }
  for (const each of wrong) {
    expect(await checkForm('RSOYDt4T1cUTdK1PDd93/VVr8B8=', url, each)).toContain('no signature of')
  }
})

test('a character before a form makes its signature wrong', async () => {
  const text = new URLSearchParams(form)
  for (const first of ['?', '\uFEFF']) {
    const headers = {
      'content-type': formType,
      'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    }
    const request = received(headers, `${first}${text}`)
    expect(await check(request, { scheme: 'twilio', secret, url })).toContain('no signature of')
  }
})

test('a body that is not a form is signed by its SHA-256', async () => {
  const options: TwilioSecret = { scheme: 'twilio', secret, url: `${url}&bodySHA256=${hash}` }
  const signature = 'a9nBmqA0ju/hNViExpshrM61xv4='
  expect(await check(sent(signature, json), options)).toBe('right')
  const short = { ...options, url: `https://mycompany.com/myapp.php?bodySHA256=${hash}` }
  expect(await check(sent('y77kIzt2vzLz71DgmJGsen2scGs=', json), short)).toBe('right')
  expect(await check(sent(signature, `${json} `), options)).toMatchInlineSnapshot(
    `"Error: The parameter \`bodySHA256\` of POST /endpoint/hooks is \`0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620\`, but the SHA-256 of its body is \`beaa8a2378ec47c84c8528b92f536a919198187b731aac02901ed76bbd6a2a4d\`; the body has 39 bytes, exactly as they were received."`,
  )
  const upper = { ...options, url: `${url}&bodySHA256=${hash.toUpperCase()}` }
  expect(await check(sent(sign(upper.url), json), upper)).toContain('the SHA-256 of its body is')
  expect(
    await check(sent(sign(`${url}&bodySHA256=`), json), { ...options, url: `${url}&bodySHA256=` }),
  ).toContain('the SHA-256 of its body is')
})

test('the `bodySHA256` of a request is appended to the configured `url`', async () => {
  const request = sent('a9nBmqA0ju/hNViExpshrM61xv4=', json, { query: `bodySHA256=${hash}` })
  expect(await check(request, { scheme: 'twilio', secret, url })).toBe('right')
  const whole = `${url}&bodySHA256=${hash}`
  expect(await check(request, { scheme: 'twilio', secret, url: whole })).toBe('right')
  const plain = sent(sign(`https://example.com/?bodySHA256=${hash}#a`), json, {
    query: `bodySHA256=${hash}`,
  })
  expect(await check(plain, { scheme: 'twilio', secret, url: 'https://example.com/#a' })).toBe(
    'right',
  )
})

test('without `url`, the URL is http with the Host, path and query of the request', async () => {
  const signature = sign("http://localhost:8080/endpoint/hooks?a=b%20c&d='")
  const request = sent(signature, '', { host: 'localhost:8080', query: "a=b c&d='" })
  expect(await check(request, { scheme: 'twilio', secret })).toBe('right')
  const bare = sent(sign('http://localhost:8080/endpoint/hooks'), '', { host: 'localhost:8080' })
  expect(await check(bare, { scheme: 'twilio', secret })).toBe('right')
})

test('a Twilio request that a mock endpoint has recorded can be checked', async () => {
  const mock = await createMock()
  const { url: address } = await mock.add({ name: 'hooks', data: null })
  const digest = createHash('sha256').update(json).digest('hex')
  const signedUrl = `${address}?a=1&bodySHA256=${digest}`
  const headers = { 'x-twilio-signature': sign(signedUrl), host: new URL(address).host }
  await mock.fetch(signedUrl, { method: 'POST', headers, body: json })
  const formHeaders = { ...headers, 'x-twilio-signature': sign(`${address}A1b2`) }
  await mock.fetch(address, {
    method: 'POST',
    headers: formHeaders,
    body: new URLSearchParams('b=2&A=1'),
  })
  for (const request of await mock.requests()) {
    expect(await check(request, { scheme: 'twilio', secret })).toBe('right')
  }
})

test('the messages for Twilio include the part that is missing or wrong', async () => {
  const options: TwilioSecret = { scheme: 'twilio', secret }
  const right = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='
  const host = 'localhost:8080'
  expect(await checkForm(right, 'https://mycompany.com/')).toMatchInlineSnapshot(
    `"Error: The header \`x-twilio-signature\` of POST /endpoint/hooks has no signature of \`https://mycompany.com/\` and the sorted parameters of its body that was made with this secret; \`url\` must be the URL that the sender was configured with."`,
  )
  expect(await checkForm(right, 'https://mycompany.com/', '')).toMatchInlineSnapshot(
    `"Error: The header \`x-twilio-signature\` of POST /endpoint/hooks has no signature of \`https://mycompany.com/\` that was made with this secret; \`url\` must be the URL that the sender was configured with."`,
  )
  expect(await check(sent(right, ''), options)).toMatchInlineSnapshot(
    `"Error: POST /endpoint/hooks has no header \`host\`, so its URL is unknown: pass \`url\`, the URL that the sender was configured with."`,
  )
  expect(await check(sent(right, '', { host: 'a b' }), options)).toMatchInlineSnapshot(
    `"Error: POST /endpoint/hooks has a malformed header \`host\`, so its URL is unknown: pass \`url\`, the URL that the sender was configured with."`,
  )
  expect(await check(sent(right, json, { host }), options)).toMatchInlineSnapshot(
    `"Error: The body of POST /endpoint/hooks is not a form (its \`content-type\` is \`application/json\`), so the URL must have the parameter \`bodySHA256\` with its SHA-256, but it is \`http://localhost:8080/endpoint/hooks\`."`,
  )
  const similar = sent(right, json, { host, 'content-type': `${formType}2` })
  expect(await check(similar, options)).toContain('is not a form')
  const untyped = received({ 'x-twilio-signature': right }, 'a=1')
  expect(await check(untyped, { ...options, url })).toMatchInlineSnapshot(
    `"Error: The body of POST /endpoint/hooks is not a form (it has no \`content-type\`), so the URL must have the parameter \`bodySHA256\` with its SHA-256, but it is \`https://mycompany.com/myapp.php?foo=1&bar=2\`."`,
  )
  expect(await check(sent('RSOYDt4T1cUTdK1PDd93/VVr8B8', ''), options)).toMatchInlineSnapshot(
    `"Error: The header \`x-twilio-signature\` of POST /endpoint/hooks must have 28 characters of base64, but it is \`RSOYDt4T1cUTdK1PDd93/VVr8B8\`."`,
  )
})

test.each([
  '/hooks',
  'example.com/hooks',
  'ftp://example.com/',
  'http:/example.com',
  'https://',
  '',
])('the `url` %s is a TypeError', async (wrong) => {
  expect(await checkForm('RSOYDt4T1cUTdK1PDd93/VVr8B8=', wrong)).toBe(
    `TypeError: url must be a whole URL with http: or https:, not \`${wrong}\`.`,
  )
})
