// The responses of endpoints with every status, with `null` and other data, to GET and HEAD.
import { add, ask } from './contract/contract-service.ts'
import type { Send } from './send.ts'

/** The response of one endpoint to one method. */
interface MatrixResponse {
  readonly statusCode: number
  /** The data of the endpoint, as JSON text. */
  readonly data: string
  readonly method: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** In base64. */
  readonly body: string
}

const statuses = Array.from({ length: 400 }, (_, i) => 200 + i)
/** The number of statuses that are requested at once. */
const together = 20

/** Adds 800 endpoints and sends 1,600 requests. The responses are in a fixed order. */
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
