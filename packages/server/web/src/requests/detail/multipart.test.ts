import { expect, test } from 'vitest'
import { partsOf } from './multipart.ts'

const type = 'multipart/form-data; boundary=xyz'

async function sent(form: FormData): Promise<[body: string, type: string]> {
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return [await request.text(), request.headers.get('content-type') ?? '']
}

test('the fields of a form are listed, a file with its name and type', async () => {
  const form = new FormData()
  form.append('name', 'Ada\r\nLovelace')
  form.append('name', '')
  form.append('file', new Blob(['{"a":1}'], { type: 'application/json' }), 'a.json')
  expect(partsOf(...(await sent(form)))).toEqual([
    ['name', 'Ada\r\nLovelace'],
    ['name', ''],
    ['file', 'a.json, application/json\n{"a":1}'],
  ])
})

test('an empty form has no fields', () => {
  expect(partsOf('--xyz--\r\n', type)).toEqual([])
})

test.each([
  ['it has no end', '--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
  ['a part has no name', '--xyz\r\nContent-Disposition: form-data\r\n\r\n1\r\n--xyz--'],
  ['a part has no head', '--xyz\r\n1\r\n--xyz--'],
  ['it is something else', '{}'],
])('a form is not split into fields when %s', (_, body) => {
  expect(partsOf(body, type)).toBeUndefined()
})

test('a form of 100,000 parts is split in time', () => {
  const part = '\r\n--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'
  expect(partsOf(`${part.repeat(100_000)}\r\n--xyz--`, type)).toHaveLength(100_000)
})
