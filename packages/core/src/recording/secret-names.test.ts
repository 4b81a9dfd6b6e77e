// Names of secrets, and names that only look like them.
import { expect, test } from 'vitest'
import { isSecretHeader, isSecretParameter } from './secret-names.ts'

test.each([
  ...[
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'Set-Cookie',
    'X-Api-Key',
    'Api_Key',
    'ApiKey',
  ],
  ...[
    'X-Auth-Token',
    'X-Auth-Key',
    'X-Auth',
    'X-Authorization',
    'X-RapidAPI-Key',
    'X-Functions-Key',
  ],
  ...[
    'Ocp-Apim-Subscription-Key',
    'DD-APPLICATION-KEY',
    'X-Master-Key',
    'X-CSRFToken',
    'X-SessionId',
  ],
  ...[
    'CB-ACCESS-PASSPHRASE',
    'X-Amz-Security-Token',
    'Stripe-Signature',
    'X-Session',
    'token',
    'Session-Id',
  ],
])('the header %s is a secret', (name) => {
  expect(isSecretHeader(name)).toBe(true)
})

test.each([
  ...[
    'Content-Type',
    'Accept',
    'Idempotency-Key',
    'X-Session-Mode',
    'X-Next-Page-Token',
    'Sec-WebSocket-Key',
  ],
  ...[
    'x-amzn-bedrock-input-token-count',
    'X-Token-Type',
    'X-RateLimit-Limit-Tokens',
    'Signed-Headers',
  ],
])('the header %s is not a secret', (name) => {
  expect(isSecretHeader(name)).toBe(false)
})

test.each([
  ...[
    'api_key',
    'apikey',
    'access_token',
    'refreshToken',
    'idToken',
    'authToken',
    'client_secret',
    'secretKey',
  ],
  ...[
    'userPassword',
    'user[password]',
    'user[token]',
    'pass',
    'passwd',
    'pwd',
    'jwt',
    'app_key',
    'appid',
    'sig',
  ],
  ...[
    'subscription-key',
    'private_key',
    'license_key',
    'code_verifier',
    'client_assertion',
    'credentials',
  ],
  ...[
    'sid',
    'PHPSESSID',
    'session_id',
    'otp',
    'X-Amz-Signature',
    'X-Amz-Credential',
    'X-Amz-Security-Token',
  ],
])('the parameter %s is a secret', (name) => {
  expect(isSecretParameter(name, 'x')).toBe(true)
})

test.each([
  ...[
    'page',
    'page_token',
    'nextToken',
    'pageToken',
    'next_page_token',
    'cursor',
    'sort_key',
    'key_id',
  ],
  ...['max_tokens', 'token_type', 'passenger', 'author', 'bypass', 'keyword', 'design'],
])('the parameter %s is not a secret', (name) => {
  expect(isSecretParameter(name, 'x'.repeat(40))).toBe(false)
})

test.each(['key', 'token', 'auth', 'session'])('only a long value of %s is a secret', (name) => {
  expect(isSecretParameter(name, 'ethereum')).toBe(false)
  expect(isSecretParameter(name, 'AIzaSyA-0123456789')).toBe(true)
})
