// The actions of a request: copy it, save it, record the next one, send it again, compare it.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { askedIn } from '../../api/asked-in.ts'
import { openNew } from '../../endpoints/open-new.ts'
import { checkJson } from '../../json/check-json.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { go } from '../../shell/route.ts'
import { say, sayError } from '../../shell/toasts.tsx'
import { fillFrom, whyNotSent } from '../../webhooks/send-draft.ts'
import { startComparing } from '../compare/compared.ts'
import { curlOf, masked } from './curl.ts'
import { recordNext } from './record-next.ts'
import { sendAgain, whyNotAgain } from './send-again.ts'

export function DetailActions({ request }: { readonly request: RecordedRequest }) {
  const curl = curlOf(request, location.origin)
  const missing = missingFrom(request)
  return (
    <div class="actions">
      <CopyButton text={curl} what="as curl" label="Copy as curl" />
      <button type="button" class="small" onClick={() => saveAsEndpoint(request)}>
        Save as endpoint
      </button>
      {request.forwarded && request.forwarded.recorded === undefined && (
        <button type="button" class="small" onClick={() => void recordNext(request)}>
          Record this
        </button>
      )}
      <SendAgain request={request} />
      <SendAsWebhook request={request} />
      <button type="button" class="small" onClick={() => startComparing(request)}>
        Compare
      </button>
      {missing.length > 0 && <p class="note">curl lacks {missing.join(' and ')}.</p>}
    </div>
  )
}

/** Describes the parts of the request that the copied command lacks. */
function missingFrom({ headers, bodyTruncated }: RecordedRequest): readonly string[] {
  const secrets = headers.flatMap(([name, value]) => (value === masked ? [name] : []))
  return [
    ...(secrets.length > 0 ? [`${[...new Set(secrets)].join(', ')}, which is not kept`] : []),
    ...(bodyTruncated ? ['the rest of the body, which was not kept whole'] : []),
  ]
}

function SendAgain({ request }: { readonly request: RecordedRequest }) {
  const isSending = useSignal(false)
  const reason = whyNotAgain(request)
  const send = async (): Promise<void> => {
    if (reason !== undefined) return say(reason)
    if (isSending.peek()) return
    isSending.value = true
    const at = location.hash
    try {
      const { id, without } = await sendAgain(request)
      const left = without.length > 0 ? `, without ${[...new Set(without)].join(', ')}` : ''
      say(`Sent again${left}.`)
      // A user who went to another page stays there.
      if (id !== undefined && location.hash === at) go({ view: 'requests', id })
    } catch (error) {
      sayError(error)
    }
    isSending.value = false
  }
  return (
    <button
      type="button"
      class="small"
      aria-disabled={reason !== undefined || isSending.value || undefined}
      title={reason}
      onClick={send}
    >
      Send again
    </button>
  )
}

function SendAsWebhook({ request }: { readonly request: RecordedRequest }) {
  const reason = whyNotSent(request)
  const fill = (): void => {
    if (reason !== undefined) {
      say(reason)
      return
    }
    const undo = fillFrom(request)
    go({ view: 'webhooks', id: 'new' })
    say('The form has the request.', undo)
  }
  return (
    <button
      type="button"
      class="small"
      aria-disabled={reason !== undefined || undefined}
      title={reason}
      onClick={fill}
    >
      Send as webhook
    </button>
  )
}

/** Opens a new endpoint with the requested name, and the body as its data if it is JSON. */
function saveAsEndpoint({ path, body, bodyEncoding, bodyTruncated }: RecordedRequest): void {
  const name = askedIn(path)?.name ?? ''
  const isJson = bodyEncoding === undefined && !bodyTruncated && checkJson(body) === undefined
  openNew({ name, ...(isJson && { data: body }) })
  if (isJson || body === '') return
  const reason = bodyTruncated ? 'The body was not kept whole' : 'The body is not JSON'
  say(`${reason}, so the data is an example.`)
}
