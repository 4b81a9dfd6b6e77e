// The open item: an endpoint, a new endpoint, or a name with only rules.
import type { Endpoint } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { control, messageOf } from '../api/control.ts'
import { freshId, keyOfNew } from '../drafts/draft-keys.ts'
import { readDraft } from '../drafts/kept-drafts.ts'
import { loadEditor } from '../editor/data-field.tsx'
import { createRuleForms } from '../rules/form/rule-forms.ts'
import { createRuleList } from '../rules/list/rule-list.ts'
import { type OpenRules, RuleSection } from '../rules/list/rule-section.tsx'
import { hrefOf, type Route } from '../shell/route.ts'
import { Back } from './back.tsx'
import { EndpointRequests } from './endpoint-requests.tsx'
import { findEndpoint, freeCopyName } from './form/changes.ts'
import type { KeptEndpoint } from './form/draft.ts'
import { EndpointForm } from './form/endpoint-form.tsx'
import { createForm, type Form } from './form/form.ts'
import { createOrigin } from './form/origin.ts'
import { prefill } from './open-new.ts'
import './endpoint-detail.css'
import '../rules/list/rules.css'
import '../rules/form/rule-form.css'
import { useFocusOnOpening } from '../shell/focus.ts'
import { NameText } from './list/name-text.tsx'
import { Urls } from './urls.tsx'

/** The form, or none if there is no endpoint of that name. */
interface Opened {
  readonly form: Form | undefined
}

const blank: Endpoint = { name: '', data: '{\n  "hello": "world"\n}', statusCode: 200, delay: 0 }

/** Milliseconds until a service that did not answer is asked again. */
const pause = 2000

interface EndpointDetailProps {
  /** The current route. It does not change while this is shown. */
  readonly at: Route
}

export function EndpointDetail({ at }: EndpointDetailProps) {
  const opened = useSignal<Opened | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const { name, rule: wanted } = storedAt(at)
  const rules = useMemo(() => openRules(name, wanted), [])
  const origin = useMemo(() => (name === undefined ? undefined : createOrigin(name)), [])
  useEffect(() => {
    const over = new AbortController()
    const read = async (): Promise<void> => {
      if (over.signal.aborted) return
      try {
        // All together, so that nothing moves when the rules or the editor arrive.
        const [form] = await Promise.all([
          open(at),
          rules && readRules(rules),
          origin?.refresh(),
          // Its field shows the reason if it cannot be loaded.
          loadEditor().catch(() => {}),
        ])
        opened.value = { form }
        fault.value = undefined
      } catch (error) {
        fault.value = messageOf(error)
        if (!over.signal.aborted) setTimeout(read, pause)
      }
    }
    void read()
    return () => over.abort()
  }, [])
  if (fault.value) {
    return (
      <div class="endpoint">
        <Back />
        <p class="fault" role="alert">
          {fault.value}
        </p>
      </div>
    )
  }
  if (!opened.value) return null
  const { form } = opened.value
  if (form) return <EndpointForm form={form} rules={rules} origin={origin} />
  return rules ? <RulesAlone {...rules} /> : null
}

/** Returns the endpoint and the rule in the route, if any. */
function storedAt(at: Route): { readonly name?: string; readonly rule?: string } {
  return at.view === 'endpoints' ? at : {}
}

/** Returns the rules of the open endpoint. The rule in the route stays on the page. */
function openRules(name: string | undefined, wanted: string | undefined): OpenRules | undefined {
  if (name === undefined) return undefined
  const list = createRuleList(name)
  if (wanted !== undefined) list.pin(wanted)
  return { list, forms: createRuleForms(list, wanted), wanted }
}

async function readRules({ list, forms }: OpenRules): Promise<void> {
  await forms.restore()
  await list.refresh()
}

async function open(at: Route): Promise<Form | undefined> {
  if (at.view === 'endpoints' && at.name !== undefined) return openStored(at.name)
  return openNew(at.view === 'new' ? at : { view: 'new' })
}

async function openStored(name: string): Promise<Form | undefined> {
  const kept = await readDraft<KeptEndpoint>(name)
  const now = await findEndpoint(name).catch((error) => {
    // A kept draft is shown even if the service does not answer.
    if (kept) return kept.base
    throw error
  })
  if (!now && !kept) return undefined
  return createForm({ now, kept })
}

/** Continues the draft of the route, or begins a new one. */
async function openNew(at: Extract<Route, { view: 'new' }>): Promise<Form> {
  const { draftId = freshId(), name = '', copyOf } = at
  const given = prefill.peek()
  prefill.value = undefined
  const kept = await readDraft<KeptEndpoint>(keyOfNew(draftId))
  if (kept) return createForm({ draftId, kept })
  if (copyOf === undefined) return createForm({ draftId, begun: { ...blank, name }, given })
  return openCopy(draftId, copyOf)
}

/** Copies an endpoint, including its unsaved changes. Its rules are copied when it is added. */
async function openCopy(draftId: string, name: string): Promise<Form> {
  const [kept, free] = await Promise.all([readDraft<KeptEndpoint>(name), freeCopyName(name)])
  const original = kept?.base ?? (await control.getEndpoint(name))
  const typed = kept && { ...kept.typed, name: free }
  return createForm({ draftId, begun: { ...original, name: free }, typed, copyOf: name })
}

/** A name with only rules and no default response: the base URL of an API that rules answer. */
function RulesAlone(rules: OpenRules) {
  const { list, wanted } = rules
  const name = list.endpoint
  const title = useRef<HTMLHeadingElement>(null)
  // A rule in the route takes the focus itself.
  useFocusOnOpening(() => (wanted === undefined ? title.current : undefined))
  return (
    <div class="endpoint">
      <div class="title">
        <Back />
        <h1 ref={title} tabIndex={-1}>
          <NameText name={name} />
        </h1>
      </div>
      <p class="note">
        {list.shown.value.length > 0
          ? 'This name has only rules, for this URL and the paths below it.'
          : 'This name has neither an endpoint nor a rule.'}{' '}
        <a href={hrefOf({ view: 'new', name })}>Add the endpoint</a>
      </p>
      <Urls name={name} what="the base URL" />
      <RuleSection {...rules} />
      <EndpointRequests name={name} />
    </div>
  )
}
