// A status code in the colour of its class.
import { textOf } from '../words/status-code.ts'

interface StatusPillProps {
  readonly statusCode: number
  /** Whether the name of the status is shown too. Default: false, and the name is a tooltip. */
  readonly isNamed?: boolean
  /** The tooltip. Default: the name of the status, unless it is shown. */
  readonly title?: string | undefined
}

export function StatusPill({ statusCode, isNamed = false, title }: StatusPillProps) {
  const text = textOf(statusCode)
  return (
    <span
      class={`pill s${Math.floor(statusCode / 100)}`}
      title={title ?? (isNamed ? undefined : text)}
    >
      {isNamed ? text : statusCode}
    </span>
  )
}
