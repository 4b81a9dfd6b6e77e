// The response to a try of the endpoint, and the options of its request.
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { JsonView } from '../../json/json-view.tsx'
import { PlainView } from '../../json/plain-view.tsx'
import { prettyOf } from '../../json/pretty.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Pairs } from '../../parts/pairs.tsx'
import { StatusPill } from '../../parts/status-pill.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { RuleLink } from '../../requests/detail/rule-link.tsx'
import { keyText } from '../../shell/shortcuts.ts'
import { headerOf } from '../../words/header-of.ts'
import { sizeText } from '../../words/size-text.ts'
import type { TryResponse } from './read-body.ts'
import { RequestOptions } from './request-options.tsx'
import type { Try } from './try.ts'
import './response.css'

interface ResponsePanelProps {
  readonly attempt: Try
  /** The name of the endpoint. */
  readonly name: string
  /** Whether there are unsaved changes, which the response does not show. */
  readonly isStale: boolean
}

export function ResponsePanel({ attempt, name, isStale }: ResponsePanelProps) {
  const { response, fault, rule, isWaiting, request } = attempt
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWaiting.value) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isWaiting.value])
  return (
    <section ref={panel} class="response" aria-label="Response">
      <div class="label">
        <h2>Response</h2>
        <p role="status">
          {isWaiting.value && 'Waiting …'}
          {response.value && <Outcome response={response.value} />}
          {rule.value !== undefined && (
            <span>
              rule <RuleLink endpoint={name} rule={rule.value} />
            </span>
          )}
        </p>
      </div>
      <RequestOptions request={request} />
      <div class="shown">
        {fault.value && (
          <p class="fault" role="alert">
            {fault.value}
          </p>
        )}
        {response.value && isStale && (
          <p class="note">From the saved version, without your changes.</p>
        )}
        {response.value && <Content key={response.value.milliseconds} response={response.value} />}
        {!response.value && !fault.value && !isWaiting.value && (
          <p class="note">
            Try it to see what a client gets. <kbd>{keyText('Mod+enter')}</kbd>
          </p>
        )}
      </div>
    </section>
  )
}

function Outcome({
  response: { statusCode, milliseconds, bytes },
}: {
  readonly response: TryResponse
}) {
  return (
    <>
      <StatusPill statusCode={statusCode} isNamed />{' '}
      <span class="figure">{milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms</span>{' '}
      <span class="figure">{sizeText(bytes)}</span>
    </>
  )
}

function Content({ response }: { readonly response: TryResponse }) {
  const { headers, text, bytes, cut } = response
  const location = headerOf(headers, 'location')
  return (
    <>
      {location !== undefined && (
        <p>
          Leads to <code>{location}</code>
        </p>
      )}
      {text === undefined && <p class="note">{sizeText(bytes)} that are not text.</p>}
      {bytes === 0 && cut === undefined && <p class="note">No body.</p>}
      {text !== undefined && bytes > 0 && <Text text={text} />}
      {cut !== undefined && <p class="note">{cut}</p>}
      <details>
        <summary>Headers {headers.length}</summary>
        <Pairs pairs={headers} />
      </details>
    </>
  )
}

function Text({ text }: { readonly text: string }) {
  const view = useSignal(0)
  const pretty = useMemo(() => prettyOf(text), [text])
  const plain = <PlainView text={text} />
  return (
    <div class="body">
      {pretty === undefined ? (
        plain
      ) : (
        <Tabs label="Body" titles={['Pretty', 'Raw']} shown={view}>
          {view.value === 0 ? <JsonView text={pretty} /> : plain}
        </Tabs>
      )}
      <CopyButton text={text} what="the body" />
    </div>
  )
}
