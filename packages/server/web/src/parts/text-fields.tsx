// Form fields for text: one line, several lines, or a choice.
import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly text: Signal<string>
  /** The default for an empty field, or an example. */
  readonly hint: string
}

export function TextField({ label, text, hint }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        placeholder={hint}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
        }}
      />
    </div>
  )
}

export function TextLines({ text, ...shown }: FieldProps) {
  return (
    <Lines
      {...shown}
      value={text.value}
      onInput={(event) => {
        text.value = event.currentTarget.value
      }}
    />
  )
}

interface LinesProps extends Pick<FieldProps, 'label' | 'hint'> {
  readonly value: string
  readonly onInput: (event: { currentTarget: { value: string } }) => void
  readonly onBlur?: () => void
}

/** A text area that grows with its text, up to eight lines. */
export function Lines({ label, hint, ...given }: LinesProps) {
  const id = useId()
  return (
    <div class="field lines">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={Math.min(8, given.value.split('\n').length + 1)}
        placeholder={hint}
        spellcheck={false}
        {...given}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly text: Signal<string>
  /** The values with their titles. Default title: the name. */
  readonly options: readonly { readonly name: string; readonly title?: string }[]
}

export function Choice({ label, text, options }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={text.value}
        onChange={(event) => {
          text.value = event.currentTarget.value
        }}
      >
        {options.map(({ name, title = name }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}
