// What is shown when there is no endpoint yet: how to make one, here and from a terminal.
import { CopyButton } from '../shell/copy-button.tsx'
import { hrefOf } from '../shell/route.ts'

export function EmptyState() {
  const body = `'{"name":"hello","data":{"hello":"world"}}'`
  const add = `curl -X PUT ${location.origin}/api/endpoint/add -d ${body}`
  const read = `curl ${location.origin}/endpoint/hello`
  return (
    <div class="empty">
      <h1>No endpoints yet</h1>
      <p>
        An endpoint is a URL that answers exactly the JSON you say, with the status and the delay
        you say.
      </p>
      <p>
        <a class="button primary" href={hrefOf({ view: 'new' })}>
          Add an endpoint
        </a>
      </p>
      <p>Or from a terminal:</p>
      {[add, read].map((line) => (
        <div key={line} class="snippet">
          <pre>{line}</pre>
          <CopyButton text={line} what="the command" />
        </div>
      ))}
    </div>
  )
}
