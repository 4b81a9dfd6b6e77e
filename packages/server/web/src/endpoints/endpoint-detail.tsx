// What is open: an endpoint, a new one, or a name that only rules answer.
import type { Endpoint } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { control, messageOf } from '../api/control.ts'
import { createRuleList, type RuleList } from '../rules/rule-list.ts'
import { go, type Route } from '../shell/route.ts'
import { say } from '../shell/toasts.tsx'
import { Back } from './back.tsx'
import { findEndpoint, freeCopyName } from './changes.ts'
import { newKey } from './draft-store.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { createForm, type Form } from './form.ts'
import { bringBack, dropDraft, readDraft } from './kept-drafts.ts'
import { prefill } from './open-new.ts'
import { createOrigin } from './origin.ts'
import { RulesAlone } from './rules-alone.tsx'
import './endpoint-detail.css'
import '../rules/rules.css'

/** No form when there is no endpoint of that name. */
interface Opened {
  readonly form: Form | undefined
}

const blank: Endpoint = { name: '', data: '{\n  "hello": "world"\n}', statusCode: 200, delay: 0 }

/** How long it waits before it asks a service again that did not answer, in milliseconds. */
const pause = 2000

interface EndpointDetailProps {
  /** Where the page is. It does not change while this is shown. */
  readonly at: Route
}

export function EndpointDetail({ at }: EndpointDetailProps) {
  const opened = useSignal<Opened | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const { name, rule: wanted } = storedAt(at)
  const list = useMemo(() => openList(name, wanted), [])
  const origin = useMemo(() => (name === undefined ? undefined : createOrigin(name)), [])
  useEffect(() => {
    const over = new AbortController()
    const read = async (): Promise<void> => {
      if (over.signal.aborted) return
      try {
        // All at once: nothing moves when the rules have come.
        const [form] = await Promise.all([open(at), list?.refresh(), origin?.refresh()])
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
  if (form) return <EndpointForm form={form} list={list} origin={origin} wanted={wanted} />
  return list ? <RulesAlone list={list} wanted={wanted} /> : null
}

/** The endpoint and the rule that are pointed at, if any. */
function storedAt(at: Route): { readonly name?: string; readonly rule?: string } {
  return at.view === 'endpoints' ? at : {}
}

/** The rules of the endpoint that is open. What the address points at stays on the page. */
function openList(name: string | undefined, wanted: string | undefined): RuleList | undefined {
  if (name === undefined) return undefined
  const list = createRuleList(name)
  if (wanted !== undefined) list.pin(wanted)
  return list
}

async function open(at: Route): Promise<Form | undefined> {
  if (at.view === 'endpoints' && at.name !== undefined) return openStored(at.name)
  return openNew(at.view === 'new' ? at : { view: 'new' })
}

async function openStored(name: string): Promise<Form | undefined> {
  const kept = await readDraft(name)
  const now = await findEndpoint(name).catch((error) => {
    // What is kept here is shown although the service does not answer.
    if (kept) return kept.base
    throw error
  })
  if (!now && !kept) return undefined
  return createForm({ now, kept })
}

/** Goes on with what was begun, unless something else is asked for: then that can be had back. */
async function openNew({ name = '', copyOf }: Extract<Route, { view: 'new' }>): Promise<Form> {
  const given = prefill.peek()
  prefill.value = undefined
  const isPlain = given === undefined && name === '' && copyOf === undefined
  const kept = await readDraft(newKey)
  if (kept && !given && (isPlain || kept.begunAt === location.hash)) return createForm({ kept })
  if (kept) {
    dropDraft(newKey)
    say(
      `${kept.typed.name || 'The endpoint that you had begun'} was not saved. This one replaces it.`,
      () => {
        bringBack(kept)
        go({ view: 'new' })
      },
    )
  }
  if (copyOf === undefined) return createForm({ begun: { ...blank, name }, given })
  return openCopy(copyOf)
}

/** With what is typed into the original and not saved. */
async function openCopy(name: string): Promise<Form> {
  const [kept, free] = await Promise.all([readDraft(name), freeCopyName(name)])
  const original = kept?.base ?? (await control.getEndpoint(name))
  const typed = kept && { ...kept.typed, name: free }
  return createForm({ begun: { ...original, name: free }, typed })
}
