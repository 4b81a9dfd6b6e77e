// JSON in colours, to read. Of a long text, only the beginning is shown.
import { useMemo } from 'preact/hooks'
import { Cut, longestShown } from './cut.tsx'
import { endOfToken, skipSpace } from './json-tokens.ts'

interface Part {
  /** The class for its colour. `undefined` for white space and punctuation. */
  readonly kind: 'n' | 't' | 'd' | 'w' | undefined
  readonly text: string
}

/** Shows the text as it is. */
export function JsonView({ text }: { readonly text: string }) {
  const parts = useMemo(() => partsOf(text.slice(0, longestShown)), [text])
  return (
    <>
      <pre class="json">
        {parts.map(({ kind, text }, i) =>
          kind === undefined ? (
            text
          ) : (
            <span key={i} class={kind}>
              {text}
            </span>
          ),
        )}
      </pre>
      <Cut text={text} />
    </>
  )
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = []
  let plainFrom = 0
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = endOfToken(text, at)
    const next = skipSpace(text, end)
    const kind = kindOf(text.charAt(at), text.charAt(next))
    if (kind !== undefined) {
      if (at > plainFrom) parts.push({ kind: undefined, text: text.slice(plainFrom, at) })
      parts.push({ kind, text: text.slice(at, end) })
      plainFrom = end
    }
    at = next
  }
  parts.push({ kind: undefined, text: text.slice(plainFrom) })
  return parts
}

/** Returns the kind of a token from its first character and the one that follows the token. */
function kindOf(first: string, next: string): Part['kind'] {
  if (first === '"') return next === ':' ? 'n' : 't'
  if (/[-\d]/.test(first)) return 'd'
  return /[a-z]/.test(first) ? 'w' : undefined
}
