import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { expect, test } from 'vitest'

const mock = await createMockServer({ https: true })

test('the SDK asks again when a table is asked too often', async () => {
  const api = await mock.serve('dynamodb')
  const getItem = { 'x-amz-target': 'DynamoDB_20120810.GetItem' }
  await api.when({ method: 'POST', headers: getItem }, { data: { Item: { id: { S: '7' } } } })
  await api.once(
    { method: 'POST', headers: getItem },
    {
      statusCode: 400,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      data: { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException' },
    },
  )

  const dynamodb = new DynamoDBClient({
    region: 'eu-central-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    endpoint: api.origin,
    requestHandler: new NodeHttpHandler({ httpsAgent: mock.agent }),
  })
  const key = { id: { S: '7' } }
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName: 'orders', Key: key }))
  expect(Item).toEqual(key)
  expect(api).toHaveBeenRequestedTimes(2)
  expect(api).toHaveBeenRequestedWith({ json: { TableName: 'orders', Key: key } })
})
