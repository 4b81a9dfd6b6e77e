// The same call in several languages and tools.
import type { Endpoint } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { snippetsOf } from './snippets.ts'

export function UseIt({ endpoint }: { readonly endpoint: Endpoint }) {
  const shown = useSignal(0)
  const snippets = snippetsOf(endpoint)
  const text = snippets[shown.value]?.text ?? ''
  return (
    <section class="use" aria-label="Use it">
      <h2>Use it</h2>
      <Tabs label="Language" titles={snippets.map(({ title }) => title)} shown={shown}>
        <div class="snippet">
          <pre>{text}</pre>
          <CopyButton key={shown.value} text={text} what="the call" />
        </div>
      </Tabs>
    </section>
  )
}
