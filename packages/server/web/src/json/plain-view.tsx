// A text as it stands: only as much of it as somebody looks at.
import { Cut, longestShown } from './cut.tsx'

export function PlainView({ text }: { readonly text: string }) {
  return (
    <>
      <pre class="json">{text.slice(0, longestShown)}</pre>
      <Cut text={text} />
    </>
  )
}
