// The options of a request that is tried. They are folded away, because most users need only a GET.
import { Choice, TextField, TextLines } from '../../parts/text-fields.tsx'
import { methods, type TryRequest } from './try.ts'

export function RequestOptions({ request }: { readonly request: TryRequest }) {
  const { method, rest, headers, body } = request
  return (
    <details class="request">
      <summary>{wordsOf(request)}</summary>
      <div class="options">
        <Choice label="Method" text={method} options={choices} />
        <TextField label="Path and query" text={rest} hint="/v1/orders?page=2" />
        <TextLines label="Headers" text={headers} hint="accept: application/json" />
        {!/^(GET|HEAD)$/.test(method.value) && <TextLines label="Body" text={body} hint="" />}
      </div>
    </details>
  )
}

const choices = methods.map((name) => ({ name }))

/** Returns a summary of the request in one line. */
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
