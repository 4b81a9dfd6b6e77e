// What is shown while nothing has been asked: how to ask.
import { CopyButton } from '../shell/copy-button.tsx'

export function NoRequests() {
  const line = `curl ${location.origin}/endpoint/hello`
  return (
    <div class="empty none-yet">
      <h2>No requests yet</h2>
      <p>
        What your endpoints are asked appears here as it comes: method, headers, body, and what
        became of it. So does what no endpoint answers.
      </p>
      <p>Make a first one from a terminal:</p>
      <div class="snippet">
        <pre>{line}</pre>
        <CopyButton text={line} what="the command" />
      </div>
      <p>
        If there is no endpoint of this name, the request is unmatched: open it, and add the
        endpoint from there.
      </p>
    </div>
  )
}
