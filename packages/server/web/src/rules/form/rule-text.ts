// The JSON of a rule, for the fields of its form.
import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { checkJson } from '../../json/check-json.ts'

export interface RuleText {
  /** The text, or the last valid one while it is not valid JSON. */
  readonly value: string
  /** Whether the text is valid JSON now. Otherwise only its data can be changed. */
  readonly isJson: boolean
  change(change: (text: string) => string): void
}

/** `text` must be valid JSON at first. */
export function useRuleText(text: Signal<string>): RuleText {
  const valid = useSignal(text.peek())
  const isJson = checkJson(text.value) === undefined
  useSignalEffect(() => {
    if (!checkJson(text.value)) valid.value = text.value
  })
  return {
    value: isJson ? text.value : valid.value,
    isJson,
    change(change) {
      if (!checkJson(text.peek())) text.value = change(text.peek())
    },
  }
}
