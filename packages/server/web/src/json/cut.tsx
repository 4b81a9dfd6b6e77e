// The limit for shown texts, and the note about the rest of a longer one.

/** In characters. More would make the page slow to scroll. */
export const longestShown = 50_000

export function Cut({ text }: { readonly text: string }) {
  if (text.length <= longestShown) return null
  return (
    <p class="note">
      The first {longestShown.toLocaleString('en-GB')} of {text.length.toLocaleString('en-GB')}{' '}
      characters. Copy has them all.
    </p>
  )
}
