// One request of the journal, read whole, and again when it ends.
import { Problem, type RecordedRequest } from '@mock-endpoint/core/client'
import { type Signal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { control, messageOf } from '../api/control.ts'
import { liveJournal } from '../api/live-journal.ts'
import type { RequestRow } from '../api/request-row.ts'

export interface ReadRequest {
  readonly request: Signal<RecordedRequest | undefined>
  /** The same as the list has it, which is there at once. */
  readonly row: { readonly value: RequestRow | undefined }
  readonly fault: Signal<string | undefined>
  /** Whether the service's journal has it no more. */
  readonly isForgotten: Signal<boolean>
}

export function useRequest(id: number): ReadRequest {
  const request = useSignal<RecordedRequest | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const isForgotten = useSignal(false)
  const row = useComputed(() => liveJournal.value.rows.find((one) => one.id === id))
  useEffect(() => {
    const ending = new AbortController()
    control.getRequest(String(id), ending.signal).then(
      (read) => {
        request.value = read
        fault.value = undefined
      },
      (error) => {
        if (ending.signal.aborted) return
        fault.value = messageOf(error)
        isForgotten.value = error instanceof Problem && error.code === 'request-not-found'
      },
    )
    return () => ending.abort()
  }, [id, row.value?.outcome === 'pending', row.value?.isHeld])
  return { request, row, fault, isForgotten }
}
