// One endpoint: read from the service, or begun anew; its form, its rules, its address, and a try.
import type { Endpoint } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { control, messageOf } from '../api/control.ts'
import { createRuleList, type RuleList } from '../rules/rule-list.ts'
import { RuleSection } from '../rules/rule-section.tsx'
import { type Route, route } from '../shell/route.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointUse } from './endpoint-use.tsx'
import { RulesAlone } from './rules-alone.tsx'

/** What the form begins with: an endpoint, or none when there is none of that name. */
interface Opened {
  readonly endpoint: Endpoint | undefined
  readonly isNew: boolean
}

const blank: Endpoint = { name: '', data: '{\n  "hello": "world"\n}', statusCode: 200, delay: 0 }

export function EndpointDetail() {
  const opened = useSignal<Opened | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const wanted = useMemo(wantedRule, [])
  const list = useMemo(openList, [])
  useEffect(() => {
    // All at once: nothing moves when the rules have come.
    Promise.all([open(route.peek()), list?.refresh()]).then(
      ([endpoint]) => {
        opened.value = endpoint
      },
      (error) => {
        fault.value = messageOf(error)
      },
    )
  }, [])
  if (fault.value) {
    return (
      <p class="fault" role="alert">
        {fault.value}
      </p>
    )
  }
  if (!opened.value) return null
  const { endpoint, isNew } = opened.value
  if (!endpoint) return list && <RulesAlone list={list} wanted={wanted} />
  const show = (saved: Endpoint): void => {
    opened.value = { endpoint: saved, isNew: false }
  }
  return (
    <>
      <EndpointForm endpoint={endpoint} isNew={isNew} onSaved={show} />
      {list && <RuleSection list={list} wanted={wanted} />}
      {!isNew && <EndpointUse endpoint={endpoint} />}
    </>
  )
}

function wantedRule(): string | undefined {
  const at = route.peek()
  return at.view === 'endpoints' ? at.rule : undefined
}

/** The rules of the endpoint that is open. What the address points at stays on the page. */
function openList(): RuleList | undefined {
  const at = route.peek()
  if (at.view !== 'endpoints' || at.name === undefined) return undefined
  const list = createRuleList(at.name)
  if (at.rule !== undefined) list.pin(at.rule)
  return list
}

async function open(at: Route): Promise<Opened> {
  if (at.view === 'endpoints' && at.name !== undefined) {
    return { endpoint: await find(at.name), isNew: false }
  }
  if (at.view !== 'new') return { endpoint: blank, isNew: true }
  const { name = '', copyOf } = at
  if (copyOf === undefined) return { endpoint: { ...blank, name }, isNew: true }
  return {
    endpoint: { ...(await control.getEndpoint(copyOf)), name: `${copyOf}-copy` },
    isNew: true,
  }
}

/** By its list: a call that answers 404 would be an error on the console. */
async function find(name: string): Promise<Endpoint | undefined> {
  const { endpoints, unreadable = [] } = await control.listEndpoints({ prefix: name, limit: 1 })
  if (unreadable.includes(name)) return control.getEndpoint(name)
  return endpoints.find((endpoint) => endpoint.name === name)
}
