// Lets a held request go.
import { control } from '../../api/control.ts'
import { say } from '../../shell/toasts.tsx'

/** With parts of another response, as JSON, laid over that of its rule; or with that as it is. */
export async function releaseRequest(id: number, response = ''): Promise<void> {
  await control.releaseRequest({ id: String(id), response })
  say(`Released request ${id}.`)
}
