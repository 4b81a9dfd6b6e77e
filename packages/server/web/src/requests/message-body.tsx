// The body of a request or an answer: made readable, or as it was sent.
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { JsonView, longestColoured } from '../json/json-view.tsx'
import { CopyButton } from '../shell/copy-button.tsx'
import { Tabs } from '../shell/tabs.tsx'
import { type Message, type Pair, type Reading, readingOf, sizeAndKind } from './message-text.ts'

interface MessageBodyProps {
  readonly message: Message
  /** What it is the body of, for those who do not see where it is. */
  readonly what: string
  /** Its heading, and what is said beside that. */
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
  if (reading.kind !== 'JSON') return null
  return (
    <>
      <JsonView text={reading.pretty} />
      <Cut text={reading.pretty} />
    </>
  )
}

function Raw({ text }: { readonly text: string }) {
  return (
    <div class="raw">
      <pre class="json">{text.slice(0, longestColoured)}</pre>
      <Cut text={text} />
    </div>
  )
}

function Cut({ text }: { readonly text: string }) {
  if (text.length <= longestColoured) return null
  return (
    <p class="note">
      The first {longestColoured.toLocaleString('en-GB')} of {text.length.toLocaleString('en-GB')}{' '}
      characters. Copy has them all.
    </p>
  )
}

export function Pairs({ pairs }: { readonly pairs: readonly Pair[] }) {
  return (
    <dl class="pairs">
      {pairs.map(([name, value], i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
