// Says now and then what came, for those who do not see the rows move.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { liveJournal } from '../api/live-journal.ts'
import { pause } from './selection.ts'

const interval = 5000

export function Announcer() {
  const text = useSignal('')
  useEffect(() => {
    let { arrivals } = liveJournal.peek()
    const look = (): void => {
      const now = liveJournal.peek()
      const count = now.arrivals - arrivals
      arrivals = now.arrivals
      if (count <= 0 || pause.peek()) return
      const unmatched = now.rows.slice(-count).filter((row) => row.outcome === 'unmatched').length
      const more = unmatched > 0 ? `, ${unmatched} unmatched` : ''
      text.value = `${count} new ${count === 1 ? 'request' : 'requests'}${more}`
    }
    const timer = setInterval(look, interval)
    return () => clearInterval(timer)
  }, [])
  return (
    <p class="unseen" aria-live="polite">
      {text}
    </p>
  )
}
