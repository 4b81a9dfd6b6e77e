/** How `getJson` asks. Times are milliseconds. */
export interface AskOptions {
  readonly tries?: number
  readonly timeout?: number
  readonly sleep?: (time: number) => Promise<unknown>
}

/** The JSON at this URL. Asks again when the service is busy or the connection breaks. */
export async function getJson(url: string, options: AskOptions = {}): Promise<unknown> {
  const { tries = 3, timeout = 1000, sleep = pause } = options
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === tries
    const answer = await ask(url, timeout).catch((error: unknown) => {
      if (isLast) throw error
    })
    if (answer && (isLast || !isBusy(answer.response))) return parse(answer)
    const retryAfter = answer?.response.headers.get('retry-after')
    await sleep(retryAfter ? Number(retryAfter) * 1000 : 100 * 2 ** (attempt - 1))
  }
}

interface PlainResponse {
  readonly response: Response
  readonly text: string
}

async function ask(url: string, timeout: number): Promise<PlainResponse> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout) })
  return { response, text: await response.text() }
}

function isBusy({ status }: Response): boolean {
  return status === 429 || status >= 500
}

function parse({ response: { url, ok, status, headers }, text }: PlainResponse): unknown {
  if (!ok) throw new Error(`${url} answered ${status}.`)
  const type = headers.get('content-type')
  if (type !== 'application/json') throw new Error(`${url} sent ${type} in place of JSON.`)
  return JSON.parse(text)
}

function pause(time: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, time))
}
