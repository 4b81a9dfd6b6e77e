// The service inside a page: what the driver asks is a call of its `fetch`.
import { answerDriver } from './driven.ts'
import { createService } from './service.ts'

const app = createService(decodeURIComponent(location.hash.slice(1)))
answerDriver(async (request) => app.fetch(request))
