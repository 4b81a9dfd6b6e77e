// The view while there are no endpoints: how to add one, here and from a terminal.
import type { Endpoint } from '@mock-endpoint/core/client'
import { CopyButton } from '../../parts/copy-button.tsx'
import { hrefOf } from '../../shell/route.ts'
import { openNew } from '../open-new.ts'

interface Template {
  readonly title: string
  readonly what: string
  readonly begins: Partial<Endpoint>
}

const orders = '[\n  { "id": 1, "total": 9.50 },\n  { "id": 2, "total": 20.00 }\n]'

const templates: readonly Template[] = [
  { title: 'List', what: '200 [{…}, {…}]', begins: { name: 'orders', data: orders } },
  {
    title: 'Error',
    what: '503 {"error": …}',
    begins: { name: 'broken', data: '{\n  "error": "busy"\n}', statusCode: 503 },
  },
  { title: 'Empty', what: '200 []', begins: { name: 'nothing', data: '[]' } },
  { title: 'Slow', what: '200 after 3 s', begins: { name: 'slow', delay: 3000 } },
]

export function EmptyState() {
  const body = `'{"name":"hello","data":{"hello":"world"}}'`
  const add = `curl -X PUT ${location.origin}/api/endpoint/add -d ${body}`
  const read = `curl ${location.origin}/endpoint/hello`
  return (
    <div class="empty">
      <h1>No endpoints yet</h1>
      <p>
        An endpoint is a URL that returns exactly your JSON, with the status and the delay you
        choose. <a href={hrefOf({ view: 'new' })}>Add an endpoint</a>, or begin with one of these:
      </p>
      <div class="templates">
        {templates.map(({ title, what, begins }) => (
          <button key={title} type="button" onClick={() => openNew(begins)}>
            <span>{title}</span>
            <span class="what">{what}</span>
          </button>
        ))}
      </div>
      <p>From a terminal:</p>
      {[add, read].map((line) => (
        <div key={line} class="snippet">
          <pre>{line}</pre>
          <CopyButton text={line} what="the command" />
        </div>
      ))}
    </div>
  )
}
