// The title of an item next to its list, with a link back: an arrow on a phone, otherwise a cross.
import type { ComponentChildren, RefObject } from 'preact'

interface OpenedTitleProps {
  readonly heading: RefObject<HTMLHeadingElement | null>
  /** The URL of the list. */
  readonly list: string
  /** The accessible name of the arrow, such as `All requests`. */
  readonly all: string
  readonly children: ComponentChildren
}

export function OpenedTitle({ heading, list, all, children }: OpenedTitleProps) {
  return (
    <div class="title">
      <a class="button quiet back" href={list} aria-label={all}>
        ←
      </a>
      <h2 ref={heading} tabIndex={-1}>
        {children}
      </h2>
      <a class="button quiet close" href={list} aria-label="Close">
        ✕
      </a>
    </div>
  )
}
