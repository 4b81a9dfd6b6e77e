// The tabs of a rule: as a form, or as JSON.
import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { DataField } from '../../editor/data-field.tsx'
import type { JsonFormState } from '../../editor/json-form.tsx'
import { checkJson } from '../../json/check-json.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { kept } from '../../storage.ts'
import { whyNot } from './fields.ts'
import { RuleFields } from './rule-fields.tsx'

interface RuleTabsProps {
  readonly state: JsonFormState
  /** The label of the JSON, such as `New rule`. */
  readonly label: string
  readonly onSave: () => void
}

export function RuleTabs({ state, label, onSave }: RuleTabsProps) {
  const { text, jsonFault } = state
  const shown = useShown(text)
  const isForm = shown.value === 0
  const reason = whyNot(text.value)
  /** Whether the form is shown, also while its data is edited and temporarily not valid JSON. */
  const isOpen = useRef(false)
  isOpen.current = isForm && (reason === undefined || (isOpen.current && !!checkJson(text.value)))
  return (
    <div class="rule-tabs">
      <Tabs label="How the rule is shown" titles={['Form', 'JSON']} shown={shown}>
        {isOpen.current && (
          <RuleFields text={text} isRefused={jsonFault.value !== undefined} onSave={onSave} />
        )}
        {isForm && !isOpen.current && <p class="note">{reason} Its JSON shows all of it.</p>}
        {!isForm && <DataField label={label} text={text} fault={jsonFault.value} onSave={onSave} />}
      </Tabs>
    </div>
  )
}

const key = 'mock-endpoint-rules-as'

/** The selected tab. Initially the last choice, or JSON if the form cannot show the rule. */
function useShown(text: ReadonlySignal<string>) {
  const isJson = kept.read(key) === 'json' || whyNot(text.peek()) !== undefined
  const shown = useSignal(isJson ? 1 : 0)
  return {
    get value() {
      return shown.value
    },
    set value(chosen: number) {
      shown.value = chosen
      kept.write(key, chosen === 1 ? 'json' : undefined)
    },
  }
}
