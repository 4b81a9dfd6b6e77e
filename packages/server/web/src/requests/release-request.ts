// Lets a held request go.
import { control } from '../api/control.ts'
import { say } from '../shell/toasts.tsx'

/** With parts of another answer, as JSON, laid over that of its rule; or with that as it is. */
export async function releaseRequest(id: number, answer = ''): Promise<void> {
  await control.releaseRequest({ id: String(id), answer })
  say(`Released request ${id}.`)
}
