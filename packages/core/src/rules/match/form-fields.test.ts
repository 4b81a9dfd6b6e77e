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

/** Lone surrogates are replaced. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}

/** What a form in parts keeps of a text: lines end in one way. */
function kept(text: string): string {
  return wellFormed(text).replaceAll(/\r\n|\r|\n/g, '\r\n')
}

test('a form in parts comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(field), async (fields) => {
      const form = new FormData()
      for (const [name, value] of fields) form.append(name, value)
      expect(await sent(form)).toEqual(fields.map(([name, value]) => [kept(name), kept(value)]))
    }),
  )
})

test('an urlencoded form comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(field), async (fields) => {
      expect(await sent(new URLSearchParams(fields))).toEqual(
        fields.map(([name, value]) => [wellFormed(name), wellFormed(value)]),
      )
    }),
  )
})

test('a name is found among whatever else is said of a part', async () => {
  const head = 'content-disposition : form-data; filename="a; name=b"; NAME = c ; x="'
  const body = `--b\r\nX: y\r\n${head}\r\n\r\n1\r\n--b--`
  const type = 'multipart/form-data; charset=utf-8; boundary=b'
  expect(formFields(type, body)).toEqual([['c', '1']])
})

test('a question mark at the beginning is part of the first name', () => {
  expect(formFields('application/x-www-form-urlencoded', '?a+b=c%2B+d')).toEqual([['?a b', 'c+ d']])
})

test('of a file there is its content', async () => {
  const form = new FormData()
  form.append('file', new File(['a,b\n1,2'], 'a;"b.csv', { type: 'text/csv' }))
  expect(await sent(form)).toEqual([['file', 'a,b\n1,2']])
})

describe('no field is found', () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--'
  test.each([
    ['in JSON', 'application/json', part],
    ['without a boundary', 'multipart/form-data', part],
    ['with a boundary that is too long', `multipart/form-data; boundary=${'b'.repeat(71)}`, part],
    ['with another boundary', 'multipart/form-data; boundary=c', part],
    ['in a part without a head', 'multipart/form-data; boundary=b', '--b\r\n1\r\n--b--'],
    ['behind the end', 'multipart/form-data; boundary=b', `--b--\r\n${part}`],
  ])('%s', (_, type, body) => {
    expect(formFields(type, body)).toEqual([])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'a=1&'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: x; name=a\r\n\r\n1\r\n'],
  ])('among too many', (type, field) => {
    const end = type.startsWith('multipart') ? '--b--' : ''
    expect(formFields(type, field.repeat(1000) + end)).toHaveLength(1000)
    expect(formFields(type, field.repeat(1003) + end)).toBeUndefined()
  })

  test('and one is in what was meant', () => {
    expect(formFields('Multipart/Form-Data; Boundary="b"', part)).toEqual([['a', '1']])
  })
})
