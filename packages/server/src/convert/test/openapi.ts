// Makes OpenAPI documents with one operation for tests.
import { convertOpenApi } from '../openapi.ts'

/** Returns a document with one operation, `GET` of the path, and with these schemas. */
export function withResponses(responses: object, schemas: object = {}, path = '/x'): string {
  const paths = { [path]: { get: { responses } } }
  return JSON.stringify({ openapi: '3.1.0', info: {}, paths, components: { schemas } })
}

export function withSchema(schema: object, schemas: object = {}): string {
  const content = { 'application/json': { schema } }
  return withResponses({ 200: { description: '', content } }, schemas)
}

/** Returns the data of the response to `GET /x`, and the parts that are left out. */
export async function responseIn(
  text: string,
): Promise<{ data?: string | undefined; left: readonly string[] }> {
  const { rules, left } = await convertOpenApi(text, { file: 'x.json', name: 'x' })
  const [, data] = /"data":(.*)\}\}$/.exec(rules[0] ?? '') ?? []
  return { data, left }
}
