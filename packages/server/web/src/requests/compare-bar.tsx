// Says what the open request is compared with, and ends that.
import { compared, stopComparing } from './compared.ts'
import { openId } from './selection.ts'
import { clockText } from './time-text.ts'

export function CompareBar() {
  if (!compared.value) return null
  const { id, method, path, receivedAt } = compared.value
  const isWaiting = openId.value === undefined || openId.value === id
  return (
    <div class="bar">
      <p role="status">
        Comparing with{' '}
        <code>
          {method} {path}
        </code>{' '}
        of {clockText(Date.parse(receivedAt))}. {isWaiting && 'Open another request.'}
      </p>
      <button type="button" class="quiet small" aria-label="Stop comparing" onClick={stopComparing}>
        ✕
      </button>
    </div>
  )
}
