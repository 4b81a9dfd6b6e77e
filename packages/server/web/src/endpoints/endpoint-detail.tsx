// One endpoint: read from the service, or begun anew; its form, its address, and a try.
import type { Endpoint } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { control, messageOf } from '../api/control.ts'
import { type Route, route } from '../shell/route.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointUse } from './endpoint-use.tsx'

/** What the form begins with. `name` is missing for a new one. */
interface Opened {
  readonly endpoint: Endpoint
  readonly isNew: boolean
}

const blank: Endpoint = { name: '', data: '{\n  "hello": "world"\n}', statusCode: 200, delay: 0 }

export function EndpointDetail() {
  const opened = useSignal<Opened | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  useEffect(() => {
    const show = (endpoint: Opened): void => {
      opened.value = endpoint
    }
    open(route.peek()).then(show, (error) => {
      fault.value = messageOf(error)
    })
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
  const show = (saved: Endpoint): void => {
    opened.value = { endpoint: saved, isNew: false }
  }
  return (
    <>
      <EndpointForm endpoint={endpoint} isNew={isNew} onSaved={show} />
      {!isNew && <EndpointUse endpoint={endpoint} />}
    </>
  )
}

async function open(at: Route): Promise<Opened> {
  if (at.view === 'endpoints' && at.name !== undefined) {
    return { endpoint: await control.getEndpoint(at.name), isNew: false }
  }
  if (at.view !== 'new') return { endpoint: blank, isNew: true }
  const { name = '', copyOf } = at
  if (copyOf === undefined) return { endpoint: { ...blank, name }, isNew: true }
  return {
    endpoint: { ...(await control.getEndpoint(copyOf)), name: `${copyOf}-copy` },
    isNew: true,
  }
}
