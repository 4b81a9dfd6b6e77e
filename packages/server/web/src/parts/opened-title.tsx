// The title of what is opened beside a list, and the ways back to that: an arrow on a phone, a cross elsewhere.
import type { ComponentChildren, RefObject } from 'preact'

interface OpenedTitleProps {
  readonly heading: RefObject<HTMLHeadingElement | null>
  /** The address of the list. */
  readonly list: string
  /** What is in the list, such as `All requests`. */
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
