// How an endpoint is called: its address, the same call in three languages, and a try.
import type { Endpoint } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { CopyButton } from '../shell/copy-button.tsx'
import { snippetsOf } from './snippets.ts'
import { TryIt } from './try-it.tsx'
import { urlOf } from './url-of.ts'

export function EndpointUse({ endpoint }: { endpoint: Endpoint }) {
  const snippets = snippetsOf(endpoint)
  const shown = useSignal(0)
  const url = urlOf(endpoint.name)
  return (
    <section class="use" aria-label="Calling it">
      <div class="url">
        <code>{url}</code>
        <CopyButton text={url} what="the address of the endpoint" />
      </div>
      <TryIt key={`${endpoint.name} ${endpoint.statusCode}`} endpoint={endpoint} />
      <div class="snippets">
        <fieldset class="choices">
          <legend>The same call as</legend>
          {snippets.map(({ title }, i) => (
            <label key={title}>
              <input
                type="radio"
                name="snippet"
                checked={shown.value === i}
                onChange={() => {
                  shown.value = i
                }}
              />
              <span>{title}</span>
            </label>
          ))}
        </fieldset>
        <div class="snippet">
          <pre>{snippets[shown.value]?.text}</pre>
          <CopyButton text={snippets[shown.value]?.text ?? ''} what="the call" />
        </div>
      </div>
    </section>
  )
}
