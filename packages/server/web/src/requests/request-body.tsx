// The body of a request: as it was sent, or, on demand, with the line breaks of JSON.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { checkJson } from '../json/check-json.ts'
import { formatJson } from '../json/format-json.ts'
import { CopyButton } from '../shell/copy-button.tsx'

export function RequestBody({ request }: { readonly request: RecordedRequest }) {
  const { body, bodyBytes } = request
  const isFormatted = useSignal(false)
  const isJson = useMemo(() => hasJson(request), [request])
  if (bodyBytes === 0) return <p class="hint">No body.</p>
  const text = isJson && isFormatted.value ? formatJson(body) : body
  return (
    <>
      <p class="note">{noteOf(request)}</p>
      {isJson && (
        <label class="choice">
          <input
            type="checkbox"
            checked={isFormatted.value}
            onChange={(event) => {
              isFormatted.value = event.currentTarget.checked
            }}
          />
          With line breaks
        </label>
      )}
      {body !== '' && (
        <div class="snippet">
          <pre>{text}</pre>
          <CopyButton text={text} what="the body" />
        </div>
      )}
    </>
  )
}

/** How long it is, and how it is shown. */
function noteOf({ bodyBytes, bodyEncoding, bodyTruncated, body }: RecordedRequest): string {
  const length = bytesText(bodyBytes)
  const kept = bodyEncoding === 'base64' ? base64Bytes(body) : new TextEncoder().encode(body).length
  const cut = bodyTruncated ? `The first ${bytesText(kept)} of ${length}` : length
  return bodyEncoding === 'base64' ? `${cut}, not UTF-8: shown as base64.` : `${cut}.`
}

function hasJson({ body, bodyEncoding, bodyTruncated }: RecordedRequest): boolean {
  return bodyEncoding === undefined && !bodyTruncated && checkJson(body) === undefined
}

function bytesText(bytes: number): string {
  return `${bytes.toLocaleString('en-GB')} ${bytes === 1 ? 'byte' : 'bytes'}`
}

function base64Bytes(text: string): number {
  return (text.length / 4) * 3 - (text.match(/=*$/)?.[0].length ?? 0)
}
