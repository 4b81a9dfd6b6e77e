// Jumps to any endpoint or view, or runs a command, by a part of its name.
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { control } from '../api/control.ts'
import { indexAfter } from '../parts/menu.tsx'
import { closeDialog, openDialog } from './dialog-state.ts'
import { go } from './route.ts'
import { theme, themes } from './theme.ts'

interface Target {
  readonly text: string
  readonly what: string
  readonly run: () => void
}

const places: readonly Target[] = [
  { text: 'Endpoints', what: 'View', run: () => go({ view: 'endpoints' }) },
  { text: 'Requests', what: 'View', run: () => go({ view: 'requests' }) },
  { text: 'Webhooks', what: 'View', run: () => go({ view: 'webhooks' }) },
  { text: 'Send a webhook', what: 'Do', run: () => go({ view: 'webhooks', id: 'new' }) },
  { text: 'New endpoint', what: 'Do', run: () => go({ view: 'new' }) },
  { text: 'Keyboard shortcuts', what: 'Help', run: () => openDialog('keys') },
  ...themes.map((one) => ({
    text: `Theme: ${one}`,
    what: 'Do',
    run: () => {
      theme.value = one
    },
  })),
]

const mostFound = 20

export function Jump() {
  const typed = useSignal('')
  const found = useSignal<readonly Target[]>([])
  const isFinding = useSignal(true)
  const chosen = useSignal(0)
  const input = useRef<HTMLInputElement>(null)
  /** Whether the user pressed Enter before the service responded. */
  const isEntered = useRef(false)
  useLayoutEffect(() => input.current?.focus(), [])
  useEffect(() => {
    const asking = new AbortController()
    findEndpoints(typed.value, asking.signal).then(
      (endpoints) => {
        if (asking.signal.aborted) return
        found.value = endpoints
        isFinding.value = false
        if (isEntered.current && endpoints[0]) follow(endpoints[0])
      },
      () => {
        // The page header shows that the service is unreachable.
      },
    )
    return () => asking.abort()
  }, [typed.value])

  const targets = targetsFor(typed.value, found.value)
  const onInput = (text: string): void => {
    typed.value = text
    chosen.value = 0
    isEntered.current = false
    isFinding.value = true
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault()
      // The last letters may not be rendered yet.
      const target = targetsFor(typed.peek(), found.peek())[chosen.peek()]
      if (target) follow(target)
      else isEntered.current = isFinding.peek()
    }
    const to = /^Arrow/.test(event.key)
      ? indexAfter(event.key, chosen.value, targets.length)
      : undefined
    if (to === undefined) return
    event.preventDefault()
    chosen.value = to
    document.getElementById(`jump-${to}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div class="jump">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Jump to"
        aria-expanded="true"
        aria-controls="jump-list"
        aria-activedescendant={targets.length > 0 ? `jump-${chosen.value}` : undefined}
        placeholder="An endpoint, or what to do"
        autocomplete="off"
        spellcheck={false}
        value={typed.value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <div id="jump-list" role="listbox" aria-label="Places">
        {targets.map((target, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys.
          <div
            key={`${target.what} ${target.text}`}
            id={`jump-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.value === i}
            onClick={() => follow(target)}
          >
            <span>{target.text}</span>
            <span class="what">{target.what}</span>
          </div>
        ))}
      </div>
      {targets.length === 0 && !isFinding.value && (
        <p class="hint">Nothing has “{typed.value}” in its name.</p>
      )}
    </div>
  )
}

/** Filters `found` too, because it may still belong to an earlier text. */
function targetsFor(text: string, found: readonly Target[]): readonly Target[] {
  const wanted = text.trim().toLowerCase()
  return [...found, ...places].filter((one) => one.text.toLowerCase().includes(wanted))
}

function follow({ run }: Target): void {
  closeDialog()
  run()
}

async function findEndpoints(text: string, signal: AbortSignal): Promise<readonly Target[]> {
  const query = { search: text.trim(), limit: mostFound }
  const { endpoints } = await control.listSummaries(query, signal)
  return endpoints.map(({ name }) => ({
    text: name,
    what: 'Endpoint',
    run: () => go({ view: 'endpoints', name }),
  }))
}
