// The faults of the files that endpoints come from, above the list until they are fixed.
import type { FileFault } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { searchField, useFocusOnLeaving } from '../../shell/focus.ts'
import { health } from '../../shell/health.ts'

/** The faults that the user has hidden. Others are shown when they come. */
const folded = signal<readonly string[]>([])

export function FileFaults() {
  const tell = useFocusOnLeaving(searchField)
  const { faulty = 0, faults = [] } = health.value?.files ?? {}
  const keys = faults.map(({ file, detail }) => `${file}: ${detail}`)
  const rest = faulty - faults.length
  const isFolded = keys.every((key) => folded.value.includes(key))
  useEffect(() => {
    // A fault that was fixed and comes back is new.
    folded.value = folded.peek().filter((key) => keys.includes(key))
  }, [keys.join()])
  return (
    <div class="file-faults" onFocusIn={tell}>
      <p role="status">{faulty > 0 && textOf(faulty)}</p>
      {faulty > 0 && (
        <>
          <button
            type="button"
            class="small quiet"
            aria-expanded={!isFolded}
            onClick={() => {
              folded.value = isFolded ? [] : keys
            }}
          >
            Details
          </button>
          <ul
            hidden={isFolded}
            tabIndex={isFolded ? -1 : 0}
            aria-label="What is wrong with the files"
          >
            {faults.map((fault, i) => (
              <Fault key={i} {...fault} />
            ))}
            {rest > 0 && <li>And {rest.toLocaleString('en-GB')} more.</li>}
          </ul>
        </>
      )}
    </div>
  )
}

function Fault({ file, line, column, detail }: FileFault) {
  const place = [file, line, column].filter((part) => part !== undefined)
  return (
    <li>
      <code>{place.join(':')}</code> {detail}
    </li>
  )
}

function textOf(faulty: number): string {
  return `${faulty.toLocaleString('en-GB')} ${faulty === 1 ? 'fault' : 'faults'} in the files`
}
