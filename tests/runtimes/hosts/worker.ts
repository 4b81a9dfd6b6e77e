// The service in a plain Worker, which has only the memory of one isolate.
import type { App } from '@mock-endpoint/core'
import { createService } from './service.ts'

let app: App | undefined

export default {
  fetch(request: Request, env: { readonly OPTIONS: string }): Response | Promise<Response> {
    // Not before the first request, because a Worker cannot draw random numbers while it starts.
    app ??= createService(env.OPTIONS)
    return app.fetch(request) as Response | Promise<Response>
  },
}
