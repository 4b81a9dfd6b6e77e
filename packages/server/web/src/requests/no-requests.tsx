// What is shown while nothing has been asked: how to ask.
import { useEffect } from 'preact/hooks'
import { listed, refresh } from '../endpoints/state.ts'
import { urlOf } from '../endpoints/url-of.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { hrefOf } from '../shell/route.ts'
import { forShell } from '../words/for-shell.ts'
import { pause } from './selection.ts'

export function NoRequests() {
  useEffect(() => void refresh(), [])
  const name = listed.value[0]?.name
  const line = `curl ${forShell(urlOf(name ?? 'hello'))}`
  return (
    <div class="empty none-yet">
      <h2>Incoming requests appear here.</h2>
      {pause.value && <p>The list is paused: resume it to see what has come since.</p>}
      <p>Send the first one from a terminal:</p>
      <div class="snippet">
        <pre>{line}</pre>
        <CopyButton text={line} what="the command" />
      </div>
      {name === undefined && (
        <p>
          There is no endpoint <code>hello</code> yet: open the request to add it, or{' '}
          <a href={hrefOf({ view: 'new', name: 'hello' })}>add it now</a>.
        </p>
      )}
    </div>
  )
}
