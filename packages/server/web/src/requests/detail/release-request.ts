// Releases a held request.
import { control } from '../../api/control.ts'
import { say } from '../../shell/toasts.tsx'

/** Sends the response of its rule. The members of `response`, as JSON, replace parts of it. */
export async function releaseRequest(id: number, response = ''): Promise<void> {
  await control.releaseRequest({ id: String(id), response })
  say(`Released request ${id}.`)
}
