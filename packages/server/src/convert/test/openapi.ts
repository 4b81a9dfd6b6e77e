// Documents for tests with one operation each.
import { convertOpenApi } from '../openapi.ts'

/** A document with one operation, `GET /x`, and a member `components` of one schema. */
export function withResponses(responses: object, schemas: object = {}, path = '/x'): string {
  const paths = { [path]: { get: { responses } } }
  return JSON.stringify({ openapi: '3.1.0', info: {}, paths, components: { schemas } })
}

export function withSchema(schema: object, schemas: object = {}): string {
  const content = { 'application/json': { schema } }
  return withResponses({ 200: { description: '', content } }, schemas)
}

/** What `GET /x` of a document answers, and what is left. */
export async function responseIn(
  text: string,
): Promise<{ data?: string | undefined; left: readonly string[] }> {
  const { rules, left } = await convertOpenApi(text, { file: 'x.json', name: 'x' })
  const [, data] = /"data":(.*)\}\}$/.exec(rules[0] ?? '') ?? []
  return { data, left }
}
