// What an endpoint is tried with, folded away: few need more than a GET.
import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { methods, type TryRequest } from './try.ts'

export function RequestOptions({ request }: { readonly request: TryRequest }) {
  const { method, rest, headers, body } = request
  return (
    <details class="request">
      <summary>{wordsOf(request)}</summary>
      <div class="options">
        <label>
          Method
          <select
            value={method.value}
            onChange={(event) => {
              method.value = event.currentTarget.value
            }}
          >
            {methods.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          Path and query
          <input
            placeholder="/v1/orders?page=2"
            autocomplete="off"
            spellcheck={false}
            value={rest.value}
            onInput={(event) => {
              rest.value = event.currentTarget.value
            }}
          />
        </label>
        <Lines label="Headers" hint="accept: application/json" text={headers} />
        {!/^(GET|HEAD)$/.test(method.value) && <Lines label="Body" hint="" text={body} />}
      </div>
    </details>
  )
}

interface LinesProps {
  readonly label: string
  readonly hint: string
  readonly text: Signal<string>
}

function Lines({ label, hint, text }: LinesProps) {
  const id = useId()
  return (
    <div class="lines">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        placeholder={hint}
        spellcheck={false}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
        }}
      />
    </div>
  )
}

/** What will be sent, in a line. */
function wordsOf({ method, rest, headers, body }: TryRequest): string {
  const isSent = !/^(GET|HEAD)$/.test(method.value) && body.value !== ''
  const count = headers.value.split('\n').filter((line) => line.trim() !== '').length
  const more = [
    rest.value,
    count > 0 && `${count} ${count === 1 ? 'header' : 'headers'}`,
    isSent && 'a body',
  ].filter(Boolean)
  return ['Asked with', method.value, more.join(', ')].filter(Boolean).join(' ')
}
