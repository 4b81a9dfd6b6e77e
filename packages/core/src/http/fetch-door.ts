// The door of all runtimes: a `Request` as a plain request, and the answer as a `Response`.
import type { Answer } from '../model/answer.ts'
import { type Awaitable, isPromiseLike } from '../model/awaitable.ts'
import { captureBody } from './body.ts'
import type { Environment, Incoming, Leave, Outlet } from './incoming.ts'

/** Answers a request by what `exchange` does with it. */
export function answerRequest(
  request: Request,
  env: Environment | undefined,
  exchange: (incoming: Incoming, outlet: Outlet) => Leave,
): Awaitable<Response> {
  let answered: Response | undefined
  let resolve: ((response: Response) => void) | undefined
  const respond = (response: Response): void => {
    answered = response
    resolve?.(response)
  }
  const leave = exchange(toIncoming(request, env), {
    answer: (answer) => respond(toResponse(answer)),
    respond,
  })
  // It may have been set meanwhile, which the compiler does not see.
  return (answered as Response | undefined) ?? later()

  function later(): Promise<Response> {
    const { signal } = request
    return new Promise((settle) => {
      const abort = (): void => {
        leave()
        settle(nobodyThere())
      }
      resolve = (response) => {
        signal.removeEventListener('abort', abort)
        settle(response)
      }
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    })
  }
}

function toIncoming(request: Request, env: Environment | undefined): Incoming {
  const { incoming } = env ?? {}
  return {
    method: request.method,
    // A getter: to make a signal costs, and only streams need it.
    get signal() {
      return request.signal
    },
    target: incoming?.url ?? request.url,
    headers: incoming?.rawHeaders ?? [...request.headers].flat(),
    body(limit, read, longest = Number.POSITIVE_INFINITY) {
      const body = captureBody(request, limit, longest)
      if (isPromiseLike(body)) body.then(read)
      else read(body)
    },
  }
}

/** The answer as a `Response`. Headers that repeat are kept apart. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers: toHeadersInit(headers) })
}

/** A plain object where that will do: runtimes and adapters read it fastest. */
function toHeadersInit(pairs: Answer['headers']): HeadersInit {
  const record: Record<string, string> = {}
  for (const [name, value] of pairs) {
    if (name in record) return pairs.map(([name, value]): [string, string] => [name, value])
    record[name] = value
  }
  return record
}

/** For a client that has left: never sent. */
function nobodyThere(): Response {
  return new Response(null, { status: 499 })
}
