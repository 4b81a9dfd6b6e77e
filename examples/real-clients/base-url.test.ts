import { test } from '@mock-endpoint/vitest-plugin'
import OpenAI, { NotFoundError } from 'openai'
import { expect } from 'vitest'

test('the library asks whatever it likes below its base URL', async ({ mock }) => {
  const api = mock.endpoint('openai')
  await api.when('GET /models/:id', ({ params }) => ({
    data: { id: params.id, object: 'model', created: 0, owned_by: 'us' },
  }))
  await api.when('GET /models/gone', { statusCode: 404, data: { error: { message: 'Gone.' } } })

  const client = new OpenAI({ baseURL: api.url, apiKey: 'test' })
  expect(await client.models.retrieve('small')).toMatchObject({ id: 'small' })
  await expect(client.models.retrieve('gone')).rejects.toThrow(NotFoundError)
  expect(api).toHaveBeenRequestedWith({ headers: { authorization: 'Bearer test' } })
})
