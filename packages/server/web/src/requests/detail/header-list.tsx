// Headers: many of them are folded until somebody asks for them.
import { CopyButton } from '../../parts/copy-button.tsx'
import { type Pair, Pairs } from '../../parts/pairs.tsx'

interface HeaderListProps {
  readonly headers: readonly Pair[]
  readonly title: string
}

/** So many take less room than the body that they say something of. */
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
