// Bodies that take long to read, because they are refused late or consist of millions of tokens.
import { askOnce, plainRequest } from '../../hostile/connection.ts'
import { type Attack, manyAtOnce } from '../attack.ts'

const largest = 10 * 1024 * 1024 - 1024
const named = '"name":"a","data":1'

const refused: readonly string[] = [
  `{${count((i) => `"a${i}":1,`)}"a":1}`,
  `{${count((i) => `"${i}":1,`)}"a":1}`,
  `{${fill('"n\\u0061me":1,')}"a":1}`,
  `{"a":"${fill('\\x')}"}`,
  `{"a":"${fill('\\n')}\\x"}`,
  `{"a":"${fill('x')}\u0001"}`,
  `{"${fill('\\ud800')}":1}`,
  `${fill('\n')}x`,
  `${fill(' ')}x`,
  `{${named},"statusCode":[${fill('1,')}1]}`,
  `{${named},"delay":${fill('1')}}`,
  `{"data":1,"name":"${fill('\\ud800')}"}`,
  `{"data":${fill('1')}.}`,
  `[${fill('[],')}1]`,
  `${fill('\ufeff')}{}`,
]

const lastByteIsNotUtf8 = ['x', '\n', '日'].map((unit) =>
  Buffer.concat([Buffer.from(fill(unit)), Buffer.of(0xff)]),
)

const millionsOfTokens = ['1,', '[],', '"",', '\n1,'].map(
  (unit) => `{"name":"a","data":[${fill(unit)}1]}`,
)

export const attacks: readonly Attack[] = [
  { name: 'bodies that are refused', run: adding(refused) },
  { name: 'bodies whose last byte is not UTF-8', run: adding(lastByteIsNotUtf8) },
  { name: 'valid bodies of millions of tokens', run: adding(millionsOfTokens) },
]

/** Returns an attack that adds one body after another, four at a time. */
function adding(bodies: readonly (string | Buffer)[]): Attack['run'] {
  // Converted to bytes beforehand, so that the machine has time for the daemon.
  const requests = bodies.map((text) => {
    const body = typeof text === 'string' ? Buffer.from(text) : text
    const head = plainRequest('PUT', '/api/endpoint/add', `Content-Length: ${body.length}\r\n`)
    return Buffer.concat([Buffer.from(head), body])
  })
  return async (url, signal) => {
    let sent = 0
    await manyAtOnce(4, signal, async () => {
      await askOnce(url, requests[sent++ % requests.length] as Buffer)
    })
  }
}

/** Repeats the text until it is nearly as long as a body may be. */
function fill(text: string): string {
  return text.repeat(Math.floor(largest / Buffer.byteLength(text)))
}

/** Does the same with another text for each number. */
function count(textOf: (i: number) => string): string {
  const texts: string[] = []
  for (let i = 0, length = 0; length < largest; i++) {
    const text = textOf(i)
    texts.push(text)
    length += text.length
  }
  return texts.join('')
}
