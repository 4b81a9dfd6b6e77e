// The field that filters a list by the typed text.
interface SearchFieldProps {
  /** The placeholder, which names what is searched for. */
  readonly hint: string
  /** The accessible name of the field. */
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

export function SearchField({ hint, label, value, onSearch }: SearchFieldProps) {
  return (
    <input
      type="search"
      placeholder={hint}
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={(event) => onSearch(event.currentTarget.value)}
    />
  )
}
