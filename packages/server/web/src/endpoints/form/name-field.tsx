// The name of the open endpoint: a heading that is edited in place.
import type { Ref } from 'preact'
import { Back } from '../back.tsx'
import type { Draft } from './draft.ts'

interface NameFieldProps {
  readonly id: string
  readonly draft: Draft
  readonly title: Ref<HTMLHeadingElement>
}

export function NameField({ id, draft: { base, isNew, fields, faults }, title }: NameFieldProps) {
  const { name } = fields
  const fault = faults.value.name
  const spaces = spacesOf(name.value)
  return (
    <div class="title">
      <Back />
      <h1 ref={title} tabIndex={-1} aria-label={isNew ? 'New endpoint' : base.value.name}>
        <input
          id={id}
          class={isNew ? 'new' : undefined}
          aria-label="Name"
          aria-invalid={!!fault}
          aria-describedby={`${id}-fault`}
          autocomplete="off"
          spellcheck={false}
          required
          placeholder={isNew ? 'Name of the new endpoint' : 'Name'}
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value
          }}
        />
      </h1>
      <p id={`${id}-fault`} class="fault" aria-live="polite">
        {fault}
      </p>
      {spaces && <p class="note">{spaces}</p>}
    </div>
  )
}

/** Returns a note about spaces at the ends of a name, because a field does not show them. */
function spacesOf(name: string): string | undefined {
  const ends = [/^\s/.test(name) && 'begins', /\s$/.test(name) && 'ends'].filter(Boolean)
  return ends.length === 0 ? undefined : `The name ${ends.join(' and ')} with a space.`
}
