// The clients of GitHub, S3, DynamoDB, GraphQL and OAuth, with a mock as their base URL. Its rules
// match the path, a header, a form or JSON.
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type MockServer, test } from '@mock-endpoint/vitest-plugin'
import { Octokit } from '@octokit/rest'
import { GraphQLClient } from 'graphql-request'
import { ClientCredentials, ResourceOwnerPassword } from 'simple-oauth2'
import { expect } from 'vitest'

const aws = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  maxAttempts: 2,
}
const repo = { owner: 'ada', repo: 'engine' }

test('Octokit reads a repository', async ({ mock }) => {
  const api = mock.endpoint('github')
  await api.when('GET /repos/:owner/:repo', ({ params }) => ({ data: { name: params.repo } }))
  const { data } = await new Octokit({ baseUrl: api.url }).repos.get(repo)
  expect(data.name).toBe('engine')
})

test('Octokit reads all pages by the Link header', async ({ mock }) => {
  const api = mock.endpoint('github')
  const path = '/repos/ada/engine/issues'
  await api.when({ path }, { data: [{ number: 2 }] })
  const link = `<${api.url}${path}?page=2>; rel="next"`
  await api.when({ path, query: { page: null } }, { data: [{ number: 1 }], headers: { link } })
  const octokit = new Octokit({ baseUrl: api.url })
  const issues = await octokit.paginate(octokit.issues.listForRepo, repo)
  expect(issues.map(({ number }) => number)).toEqual([1, 2])
})

test('Octokit opens an issue', async ({ mock }) => {
  const api = mock.endpoint('github')
  await api.when('POST /repos/ada/engine/issues', { statusCode: 201, data: { number: 3 } })
  await new Octokit({ baseUrl: api.url }).issues.create({ ...repo, title: 'Bug' })
  expect(api).toHaveBeenRequestedWith({ body: { title: 'Bug' } })
})

test('Octokit throws the status and message of an error response', async ({ mock }) => {
  const api = mock.endpoint('github')
  await api.when('GET /*', { statusCode: 404, data: { message: 'Not Found' } })
  const asking = new Octokit({ baseUrl: api.url }).repos.get(repo)
  await expect(asking).rejects.toMatchObject({ status: 404, message: /Not Found/ })
})

function s3(mock: MockServer) {
  return new S3Client({ ...aws, endpoint: mock.url('s3'), forcePathStyle: true })
}

test('the S3 client uploads an object', async ({ mock }) => {
  const api = mock.endpoint('s3')
  await api.when('PUT /bucket/*', { headers: { etag: '"1"' }, body: '' })
  const put = new PutObjectCommand({ Bucket: 'bucket', Key: 'a/b.txt', Body: 'hello' })
  expect((await s3(mock).send(put)).ETag).toBe('"1"')
  expect(api).toHaveBeenRequestedWith({ path: '/bucket/a/b.txt' })
})

test('the S3 client downloads an object', async ({ mock }) => {
  await mock.endpoint('s3').when('GET /bucket/a.txt', { body: 'hello' })
  const { Body } = await s3(mock).send(new GetObjectCommand({ Bucket: 'bucket', Key: 'a.txt' }))
  expect(await Body?.transformToString()).toBe('hello')
})

test('the S3 client lists a bucket', async ({ mock }) => {
  const body =
    '<ListBucketResult><Contents><Key>a.txt</Key><Size>5</Size></Contents></ListBucketResult>'
  const headers = { 'content-type': 'application/xml' }
  await mock.endpoint('s3').when({ path: '/bucket', query: { 'list-type': 2 } }, { body, headers })
  const { Contents } = await s3(mock).send(new ListObjectsV2Command({ Bucket: 'bucket' }))
  expect(Contents).toMatchObject([{ Key: 'a.txt', Size: 5 }])
})

function dynamo(mock: MockServer) {
  return new DynamoDBClient({ ...aws, endpoint: mock.url('dynamodb') })
}

test('the DynamoDB client reads an item', async ({ mock }) => {
  const headers = { 'x-amz-target': 'DynamoDB_20120810.GetItem' }
  const Item = { id: { S: '7' } }
  await mock.endpoint('dynamodb').when({ method: 'POST', headers }, { data: { Item } })
  const get = new GetItemCommand({ TableName: 'orders', Key: { id: { S: '7' } } })
  expect((await dynamo(mock).send(get)).Item).toEqual(Item)
})

test('the DynamoDB client throws ConditionalCheckFailedException', async ({ mock }) => {
  const data = { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException' }
  await mock.endpoint('dynamodb').when('POST', { statusCode: 400, data })
  const put = new PutItemCommand({ TableName: 'orders', Item: { id: { S: '7' } } })
  await expect(dynamo(mock).send(put)).rejects.toThrow(ConditionalCheckFailedException)
})

test('the GraphQL client gets the data of an operation', async ({ mock }) => {
  const api = mock.endpoint('graphql')
  const variables = { id: 7 }
  await api.when(
    { jsonIncludes: { operationName: 'Order', variables } },
    { data: { data: { order: 1 } } },
  )
  const query = 'query Order($id: Int!) { order(id: $id) { id } }'
  expect(await new GraphQLClient(api.url).request(query, variables)).toEqual({ order: 1 })
})

test('the GraphQL client throws the message of an error', async ({ mock }) => {
  const data = { errors: [{ message: 'No such order' }] }
  await mock.endpoint('graphql').when({ jsonAt: { '/query': /order/ } }, { data })
  const asking = new GraphQLClient(mock.url('graphql')).request('{ order { id } }')
  await expect(asking).rejects.toThrow('No such order')
})

function auth(mock: MockServer) {
  return { tokenHost: mock.url('auth'), tokenPath: `${new URL(mock.url('auth')).pathname}/token` }
}

test('the OAuth client gets a token with client credentials', async ({ mock }) => {
  const token = { access_token: 'abc', expires_in: 3600 }
  const form = { grant_type: 'client_credentials', scope: 'read' }
  await mock.endpoint('auth').when({ method: 'POST', path: '/token', form }, { data: token })
  const client = { id: 'me', secret: 'secret' }
  const flow = new ClientCredentials({ client, auth: auth(mock) })
  expect((await flow.getToken({ scope: 'read' })).token).toMatchObject(token)
})

test('the OAuth client gets a token only for the right password', async ({ mock }) => {
  const api = mock.endpoint('auth')
  await api.when('POST /token', { statusCode: 401, data: { error: 'invalid_grant' } })
  const form = { grant_type: 'password', password: 'right' }
  await api.when({ path: '/token', form }, { data: { access_token: 'abc' } })
  const flow = new ResourceOwnerPassword({ client: { id: 'me', secret: 's' }, auth: auth(mock) })
  const ask = (password: string) => flow.getToken({ username: 'ada', password })
  await expect(ask('wrong')).rejects.toMatchObject({ output: { statusCode: 401 } })
  expect((await ask('right')).token.access_token).toBe('abc')
})
