// The body of a request or a response: formatted, or as it was sent.
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { JsonView } from '../../json/json-view.tsx'
import { PlainView } from '../../json/plain-view.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Pairs } from '../../parts/pairs.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { type Message, type Reading, readingOf, sizeAndKind } from './message-text.ts'

interface MessageBodyProps {
  readonly message: Message
  /** The name of the body, for screen readers. */
  readonly what: string
  /** The heading, and the text next to it. */
  readonly children: preact.ComponentChildren
}

export function MessageBody({ message, what, children }: MessageBodyProps) {
  const view = useSignal(0)
  const reading = useMemo(() => readingOf(message), [message])
  const { body, bodyBytes } = message
  const isPretty = reading.kind === 'JSON' || reading.kind === 'form'
  return (
    <section class="part">
      <div class="head">
        {children}
        {bodyBytes > 0 && <span class="figure">{sizeAndKind(message, reading)}</span>}
      </div>
      {body !== '' && <CopyButton text={body} what={what} />}
      {body !== '' && isPretty && (
        <Tabs label={what} titles={['Pretty', 'Raw']} shown={view}>
          {view.value === 0 ? <Pretty reading={reading} /> : <Raw text={body} />}
        </Tabs>
      )}
      {body !== '' && !isPretty && <Raw text={body} />}
    </section>
  )
}

function Pretty({ reading }: { readonly reading: Reading }) {
  if (reading.kind === 'form') return <Pairs pairs={reading.pairs} />
  return reading.kind === 'JSON' ? <JsonView text={reading.pretty} /> : null
}

function Raw({ text }: { readonly text: string }) {
  return (
    <div class="raw">
      <PlainView text={text} />
    </div>
  )
}
