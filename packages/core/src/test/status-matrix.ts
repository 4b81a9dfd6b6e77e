// Every status an endpoint may have, with data and without, asked with GET and HEAD: what comes.
import { add, ask } from './contract/contract-service.ts'
import type { Send } from './send.ts'

/** What came for one endpoint and method. */
interface MatrixResponse {
  readonly statusCode: number
  /** The JSON text of the endpoint. */
  readonly data: string
  readonly method: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** In base64. */
  readonly body: string
}

const statuses = Array.from({ length: 400 }, (_, i) => 200 + i)
/** How many statuses are asked for at once. */
const together = 20

/** Adds 800 endpoints and asks 1,600 times. The responses are in a fixed order. */
export async function statusMatrix(send: Send): Promise<MatrixResponse[]> {
  const responses: MatrixResponse[] = []
  for (let i = 0; i < statuses.length; i += together) {
    const some = statuses.slice(i, i + together)
    responses.push(...(await Promise.all(some.map((status) => responsesOf(send, status)))).flat())
  }
  return responses
}

async function responsesOf(send: Send, statusCode: number): Promise<MatrixResponse[]> {
  const responses: MatrixResponse[] = []
  for (const data of ['null', '{"é": 1.0}']) {
    await add(send, `{"name":"s${statusCode}","data":${data},"statusCode":${statusCode}}`)
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(send, `/endpoint/s${statusCode}`, { method })
      const { status, headers } = response
      const body = Buffer.from(await response.arrayBuffer()).toString('base64')
      responses.push({
        statusCode,
        data,
        method,
        status,
        headers: Object.fromEntries(headers),
        body,
      })
    }
  }
  return responses
}
