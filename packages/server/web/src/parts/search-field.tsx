// The field that narrows a list to what somebody types.
interface SearchFieldProps {
  /** What is searched for, as the empty field shows it. */
  readonly hint: string
  /** The same for those who do not see it. */
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
