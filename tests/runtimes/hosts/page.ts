// The service inside a page. Each request of the driver is a call of the service's `fetch`.
import { answerDriver } from './driven.ts'
import { createService } from './service.ts'

const app = createService(decodeURIComponent(location.hash.slice(1)))
answerDriver(async (request) => app.fetch(request))
