// The fields of forms as browsers and programs send them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formFields } from './form-fields.ts'

async function sent(form: FormData | URLSearchParams): Promise<[string, string][]> {
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return (formFields(type, await request.text()) ?? []).map(([...field]) => field)
}

const field = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))

/** Replaces lone surrogates. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}

/** Returns the text as a multipart form sends it, with CRLF as the only line ending. */
function kept(text: string): string {
  return wellFormed(text).replaceAll(/\r\n|\r|\n/g, '\r\n')
}

test('the fields of a multipart form are read as they were sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(field), async (fields) => {
      const form = new FormData()
      for (const [name, value] of fields) form.append(name, value)
      expect(await sent(form)).toEqual(fields.map(([name, value]) => [kept(name), kept(value)]))
    }),
  )
})

test('the fields of a urlencoded form are read as they were sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(field), async (fields) => {
      expect(await sent(new URLSearchParams(fields))).toEqual(
        fields.map(([name, value]) => [wellFormed(name), wellFormed(value)]),
      )
    }),
  )
})

test('the name of a field is found among other parameters of its part', async () => {
  const head = 'content-disposition : form-data; filename="a; name=b"; NAME = c ; x="'
  const body = `--b\r\nX: y\r\n${head}\r\n\r\n1\r\n--b--`
  const type = 'multipart/form-data; charset=utf-8; boundary=b'
  expect(formFields(type, body)).toEqual([['c', '1']])
})

test('a leading question mark is part of the first field name', () => {
  expect(formFields('application/x-www-form-urlencoded', '?a+b=c%2B+d')).toEqual([['?a b', 'c+ d']])
})

test('the value of a file is its content', async () => {
  const form = new FormData()
  form.append('file', new File(['a,b\n1,2'], 'a;"b.csv', { type: 'text/csv' }))
  expect(await sent(form)).toEqual([['file', 'a,b\n1,2']])
})

describe('forms without readable fields', () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--'
  test.each([
    ['in JSON', 'application/json', part],
    ['without a boundary', 'multipart/form-data', part],
    ['with a boundary that is too long', `multipart/form-data; boundary=${'b'.repeat(71)}`, part],
    ['with another boundary', 'multipart/form-data; boundary=c', part],
    ['in a part without a head', 'multipart/form-data; boundary=b', '--b\r\n1\r\n--b--'],
    ['behind the end', 'multipart/form-data; boundary=b', `--b--\r\n${part}`],
  ])('no field is found %s', (_, type, body) => {
    expect(formFields(type, body)).toEqual([])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'a=1&'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: x; name=a\r\n\r\n1\r\n'],
  ])('no field is found in a form with too many of them', (type, field) => {
    const end = type.startsWith('multipart') ? '--b--' : ''
    expect(formFields(type, field.repeat(1000) + end)).toHaveLength(1000)
    expect(formFields(type, field.repeat(1003) + end)).toBeUndefined()
  })

  test('a field is found with a content type in mixed case and a quoted boundary', () => {
    expect(formFields('Multipart/Form-Data; Boundary="b"', part)).toEqual([['a', '1']])
  })
})
