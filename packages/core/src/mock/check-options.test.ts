import { expect, test } from 'vitest'
import { checkOptions, mockServerChecks } from './check-options.ts'

function refusal(options: unknown): string | undefined {
  try {
    checkOptions('createMockServer()', options, mockServerChecks)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as Error).message
  }
}

test('valid options are accepted', () => {
  const options = {
    endpoints: [{ name: 'orders', data: [] }],
    journal: { requests: 0, bytes: 1e9, bodyBytes: 1, responseBytes: 0, masked: ['authorization'] },
    waitTimeout: () => 1,
    token: 'secret',
    allowedHosts: [],
    maxBody: Number.POSITIVE_INFINITY,
    maxDelayed: undefined,
    rules: [{ endpoint: 'orders', response: {} }],
    seed: -7,
    clock: {},
    onError() {},
    port: 0,
    hosts: ['::1'],
  }
  expect(refusal(options)).toBeUndefined()
})

test('all faults are reported at once, with the nearest option and valid values', () => {
  const options = {
    endpoint: [],
    endpoints: { orders: [] },
    prot: 1,
    port: 70_000,
    hosts: 'localhost',
    journal: { request: 5 },
    waitTimeout: -1,
    token: 5n,
    onError: 'throw',
    rules: [() => {}],
    seed: 0.5,
    quiet: true,
  }
  expect(refusal(options)).toMatchInlineSnapshot(`
    "The options of createMockServer() are not valid:
      \`endpoint\` is not an option: did you mean \`endpoints\`?
      \`endpoints\` must be a list of endpoints such as [{ name: 'orders', data: [] }], not an object
      \`prot\` is not an option: did you mean \`port\`?
      \`port\` must be an integer from 0 to 65535, not 70000
      \`hosts\` must be a list of strings, not 'localhost'
      \`journal\` must be an object with \`requests\`, \`bytes\`, \`bodyBytes\` or \`responseBytes\`, each a number from 0 up, or \`masked\`, a list of names of headers, not an object
      \`waitTimeout\` must be a number of milliseconds from 0 up, or a function that returns one, not -1
      \`token\` must be a string, not 5n
      \`onError\` must be a function, not 'throw'
      \`rules\` must be a list of rules such as [{ endpoint: 'orders', response: { statusCode: 503 } }], not a list
      \`seed\` must be an integer, not 0.5
      \`quiet\` is not an option: there are endpoints, rules, journal, waitTimeout, waitScope, token, allowedHosts, allowOrigins, allowForward, allowSend, forwarder, maxBody, cacheBytes, pendingBytes, maxDelayed, maxWaits, maxStreams, seed, clock, onRecorded, onError, port, hosts, https, from"
  `)
})

test.each([[null], ['orders'], [[]], [undefined]])('options that are %j are refused', (options) => {
  expect(refusal(options)).toContain('they must be an object, not ')
})
