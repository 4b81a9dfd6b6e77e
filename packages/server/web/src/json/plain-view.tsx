// A text as it is. Of a long text, only the beginning is shown.
import { Cut, longestShown } from './cut.tsx'

export function PlainView({ text }: { readonly text: string }) {
  return (
    <>
      <pre class="json">{text.slice(0, longestShown)}</pre>
      <Cut text={text} />
    </>
  )
}
