// Wrong guesses, such as the names of other tools, and the hints that users get.

/** A refused guess, the hint in the message, and the guess corrected by the hint. */
type Guess = readonly [guess: object, hint: string, meant: object]

const data = [1]
const ofEndpoints: readonly Guess[] = [
  [{ name: 'a', json: data }, '/json belongs in `data`', { name: 'a', data }],
  [{ name: 'a', value: data }, '/value belongs in `data`', { name: 'a', data }],
  [{ name: 'a', payload: data }, '/payload belongs in `data`', { name: 'a', data }],
  [{ endpoint: 'a', data }, '/endpoint belongs in `name`', { name: 'a', data }],
  [{ url: 'a', data }, '/url belongs in `name`', { name: 'a', data }],
  [{ name: '/endpoint/a', data }, 'write "a"', { name: 'a', data }],
  [{ name: 'a', data, status: 503 }, 'mean `statusCode`?', { name: 'a', data, statusCode: 503 }],
  [{ name: 'a', data, code: 503 }, 'called `statusCode`', { name: 'a', data, statusCode: 503 }],
  [{ name: 'a', data, statusCode: '503' }, 'write 503', { name: 'a', data, statusCode: 503 }],
  [{ name: 'a', data, delay: '1.5 s' }, 'write 1500', { name: 'a', data, delay: 1500 }],
  [{ name: 'a', data, latency: 5 }, '/latency is called `delay`', { name: 'a', data, delay: 5 }],
]

const answer = { data }
const ofRules: readonly Guess[] = [
  [
    { name: 'a', response: answer },
    '/name is called `endpoint`',
    { endpoint: 'a', response: answer },
  ],
  [{ endpoint: '/endpoint/a', response: answer }, 'write "a"', { endpoint: 'a', response: answer }],
  [{ endpoint: '/a', response: answer }, 'write "a"', { endpoint: 'a', response: answer }],
  [
    { endpoint: '/endpoint/a/users/', response: answer },
    'write "a", and "path": "/users/" in `when`',
    { endpoint: 'a', when: { path: '/users/' }, response: answer },
  ],
  [
    { endpoint: 'v1/users', response: answer },
    'write "v1", and "path": "/users" in `when`',
    { endpoint: 'v1', when: { path: '/users' }, response: answer },
  ],
  [
    { endpoint: 'a', method: 'POST', response: answer },
    '/method belongs in `when`',
    { endpoint: 'a', when: { method: 'POST' }, response: answer },
  ],
  [
    { endpoint: 'a', url: '/x', response: answer },
    '/url belongs in `when`, as `path`',
    { endpoint: 'a', when: { path: '/x' }, response: answer },
  ],
  [
    { endpoint: 'a', request: { method: 'POST' }, answer },
    '/request is called `when`; /answer is called `response`',
    { endpoint: 'a', when: { method: 'POST' }, response: answer },
  ],
  [
    { endpoint: 'a', match: { method: 'POST' }, response: answer },
    '/match is called `when`',
    { endpoint: 'a', when: { method: 'POST' }, response: answer },
  ],
  [
    { endpoint: 'a', status: 404 },
    '/status belongs in `response`, as `statusCode`',
    { endpoint: 'a', response: { statusCode: 404 } },
  ],
  [{ endpoint: 'a', data }, '/data belongs in `response`', { endpoint: 'a', response: answer }],
  [
    { endpoint: 'a', fault: 'reset' },
    '/fault belongs in `response`',
    { endpoint: 'a', response: { fault: 'reset' } },
  ],
  [
    { endpoint: 'a', answers: [answer] },
    'called `responses`',
    { endpoint: 'a', responses: [answer] },
  ],
  [
    { endpoint: 'a', response: [answer] },
    '; several in turn are `responses`',
    { endpoint: 'a', responses: [answer] },
  ],
  [
    { endpoint: 'a', responses: answer },
    '; one alone is `response`',
    { endpoint: 'a', response: answer },
  ],
  [
    { endpoint: 'a "b"/c', response: answer },
    'write "a \\"b\\"", and "path": "/c"',
    { endpoint: 'a "b"', when: { path: '/c' }, response: answer },
  ],
  [
    { endpoint: 'a', response: answer, times: '2' },
    'write 2',
    { endpoint: 'a', response: answer, times: 2 },
  ],
  [
    { endpoint: 'a', response: answer, count: 2 },
    '/count is called `times`',
    { endpoint: 'a', response: answer, times: 2 },
  ],
  [
    { endpoint: 'a', response: answer, once: true },
    '/once is called `times`: write 1',
    { endpoint: 'a', response: answer, times: 1 },
  ],
  [
    { endpoint: 'a', response: answer, probability: 0.5 },
    'called `chance`',
    { endpoint: 'a', response: answer, chance: 0.5 },
  ],
  [
    { endpoint: 'a', response: answer, chance: 50 },
    'write 0.5',
    { endpoint: 'a', response: answer, chance: 0.5 },
  ],
  [
    { endpoint: 'a', response: answer, chance: '50%' },
    'write 0.5',
    { endpoint: 'a', response: answer, chance: 0.5 },
  ],
  [
    { endpoint: 'a', response: answer, enabled: false },
    '/enabled is called `chance`: 0 is off',
    { endpoint: 'a', response: answer, chance: 0 },
  ],
]

const ofWhen: readonly Guess[] = [
  [{ method: 'post' }, 'must be upper case: POST', { method: 'POST' }],
  [{ url: '/x' }, '/when/url is called `path`', { path: '/x' }],
  [{ path: 'x' }, 'must begin with /', { path: '/x' }],
  [{ path: '/{id}' }, 'write :name for any one segment', { path: '/:name' }],
  [{ path: '/x?page=2' }, 'put the query into query', { path: '/x', query: { page: '2' } }],
  [{ header: { a: 'b' } }, 'did you mean `headers`?', { headers: { a: 'b' } }],
  [{ queryParams: { a: 'b' } }, 'did you mean `query`?', { query: { a: 'b' } }],
  [
    { params: { page: 2 } },
    '; a parameter of the query belongs in `query`',
    { query: { page: 2 } },
  ],
  [{ body: { a: 1 } }, '; JSON belongs in `json`', { json: { a: 1 } }],
  [{ query: { a: { regex: 'b' } } }, 'did you mean `matches`?', { query: { a: { matches: 'b' } } }],
  [{ body: { includes: 'b' } }, 'did you mean `contains`?', { body: { contains: 'b' } }],
  [{ query: { a: { equals: 'b' } } }, 'write only the string', { query: { a: 'b' } }],
  [{ jsonPath: { '/a': 1 } }, '/when/jsonPath is called `jsonAt`', { jsonAt: { '/a': 1 } }],
  [{ jsonAt: { '$.a.b[0]': 1 } }, 'write /a/b/0', { jsonAt: { '/a/b/0': 1 } }],
  [{ cookies: 'a=b' }, '`headers`, as `cookie`', { headers: { cookie: 'a=b' } }],
]

const ofResponses: readonly Guess[] = [
  [{ status: 503 }, 'did you mean `statusCode`?', { statusCode: 503 }],
  [{ code: 503 }, '/response/code is called `statusCode`', { statusCode: 503 }],
  [{ statusCode: '503' }, 'write 503', { statusCode: 503 }],
  [{ json: { a: 1 } }, '/response/json belongs in `data`', { data: { a: 1 } }],
  [{ body: { a: 1 } }, 'JSON belongs in `data`', { data: { a: 1 } }],
  [{ text: 'a' }, '/response/text is called `body`', { body: 'a' }],
  [{ header: { a: 'b' } }, 'did you mean `headers`?', { headers: { a: 'b' } }],
  [
    { contentType: 'text/html' },
    '`headers`, as `content-type`',
    { headers: { 'content-type': 'text/html' } },
  ],
  [
    { redirect: '/x' },
    '`headers`, as `location`, with `"statusCode":302`',
    { headers: { location: '/x' }, statusCode: 302 },
  ],
  [
    { base64: 'AAA=' },
    '`body`, with `"bodyEncoding":"base64"`',
    { body: 'AAA=', bodyEncoding: 'base64' },
  ],
  [{ delay: '1s' }, 'write 1000', { delay: 1000 }],
  [{ delayMs: 5 }, 'did you mean `delay`?', { delay: 5 }],
  [{ hold: '5s' }, '; how long belongs in `delay`', { delay: 5000 }],
  [{ fault: 'timeout' }, 'did you mean `hang`?', { fault: 'hang' }],
  [{ fault: 'CONNECTION_RESET_BY_PEER' }, 'did you mean `reset`?', { fault: 'reset' }],
  [{ fault: 'EMPTY_RESPONSE' }, 'did you mean `close`?', { fault: 'close' }],
  [{ events: ['a'] }, 'must be an object, such as {"data": …}', { events: [{ data: 'a' }] }],
  [{ chunks: ['a'] }, 'must be an object, such as {"body": "text"}', { chunks: [{ body: 'a' }] }],
]

function inRule(key: string, guesses: readonly Guess[]): Guess[] {
  const rule = { endpoint: 'a', response: {} }
  return guesses.map(([guess, hint, meant]) => [
    { ...rule, [key]: guess },
    hint,
    { ...rule, [key]: meant },
  ])
}
/** All guesses, each with the path that it is sent to. */
export const guesses: readonly (readonly [path: string, ...Guess])[] = [
  ...ofEndpoints.map((guess) => ['/api/endpoint/add', ...guess] as const),
  ...[...ofRules, ...inRule('when', ofWhen), ...inRule('response', ofResponses)].map(
    (guess) => ['/api/rule/add', ...guess] as const,
  ),
]
