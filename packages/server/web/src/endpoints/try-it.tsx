// Calls the endpoint as a client would, and shows what it answers.
import type { Endpoint } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { textOf } from './status-code.ts'
import { urlOf } from './url-of.ts'

interface TriedAnswer {
  readonly statusCode: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  readonly milliseconds: number
}

const longestShown = 20_000

export function TryIt({ endpoint }: { endpoint: Endpoint }) {
  const answer = useSignal<TriedAnswer | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const isWaiting = useSignal(false)
  const waiting = useRef<AbortController>(null)
  useEffect(() => () => waiting.current?.abort(), [])

  const tryIt = async (): Promise<void> => {
    const abort = new AbortController()
    waiting.current = abort
    isWaiting.value = true
    answer.value = fault.value = undefined
    try {
      answer.value = await ask(urlOf(endpoint.name), abort.signal)
    } catch (error) {
      if (!abort.signal.aborted) fault.value = String(error)
    }
    isWaiting.value = false
  }

  return (
    <div class="try">
      {isWaiting.value ? (
        <button type="button" onClick={() => waiting.current?.abort()}>
          Cancel
        </button>
      ) : (
        <button type="button" onClick={tryIt}>
          Try it
        </button>
      )}
      <div class="answer" role="status">
        {isWaiting.value && <p>Waiting for the answer …</p>}
        {fault.value && <p class="fault">{fault.value}</p>}
        {answer.value && <Shown answer={answer.value} />}
      </div>
    </div>
  )
}

function Shown({ answer }: { answer: TriedAnswer }) {
  const { statusCode, headers, body, milliseconds } = answer
  const shown = body.slice(0, longestShown)
  return (
    <>
      <p>
        <strong class={`status s${Math.floor(statusCode / 100)}`}>{textOf(statusCode)}</strong> in{' '}
        {milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms
      </p>
      <details>
        <summary>{headers.length} headers</summary>
        <dl class="headers">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <h2>Body</h2>
      <pre>{shown === '' ? 'Empty.' : shown}</pre>
      {shown.length < body.length && (
        <p>
          The first {longestShown.toLocaleString('en')} of {body.length.toLocaleString('en')}{' '}
          characters.
        </p>
      )}
    </>
  )
}

async function ask(url: string, signal: AbortSignal): Promise<TriedAnswer> {
  const start = performance.now()
  // Redirects are answers like others; the browser would follow them, and hide what was answered.
  const response = await fetch(url, { cache: 'no-store', redirect: 'manual', signal })
  const body = await response.text()
  return {
    statusCode: response.status,
    headers: [...response.headers],
    body,
    milliseconds: performance.now() - start,
  }
}
