// A list of headers, collapsed at first if it is long.
import { CopyButton } from '../../parts/copy-button.tsx'
import { type Pair, Pairs } from '../../parts/pairs.tsx'

interface HeaderListProps {
  readonly headers: readonly Pair[]
  readonly title: string
}

/** Maximum number of headers to expand at first. They usually take less room than the body. */
const few = 8

export function HeaderList({ headers, title }: HeaderListProps) {
  if (headers.length === 0) return null
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <details class="headers" open={headers.length <= few}>
      <summary>
        {title} <span class="count">{headers.length}</span>
      </summary>
      <CopyButton text={lines} what={`the ${title.toLowerCase()}`} />
      <Pairs pairs={headers} />
    </details>
  )
}
