// The form of a rule: its members as fields, each a view of a part of its JSON. Every change is
// written to that JSON immediately, so that a draft is one text.
import { networkFaults } from '@mock-endpoint/core/client'
import type { Signal } from '@preact/signals'
import { methods } from '../../endpoints/try/try.ts'
import { statusTexts } from '../../words/status-code.ts'
import { ConditionRows } from './condition-rows.tsx'
import { fields } from './fields.ts'
import { forwards, RuleContent } from './rule-content.tsx'
import { Check, Line, RuleLines } from './rule-field.tsx'
import { useRuleText } from './rule-text.ts'

interface RuleFieldsProps {
  /** The JSON of the rule. Initially one that the form can show. */
  readonly text: Signal<string>
  /** Whether the user tried to save text that is not valid JSON. */
  readonly isRefused: boolean
  readonly onSave: () => void
}

export function RuleFields({ text, isRefused, onSave }: RuleFieldsProps) {
  const rule = useRuleText(text)
  const isOwn = !forwards(rule.value)
  return (
    <div class="rule-fields">
      <fieldset class="plain" disabled={!rule.isJson}>
        <div class="row">
          <Line rule={rule} label="Method" field={fields.method} hint="any" options={methods} />
          <Line rule={rule} label="Path" field={fields.path} hint="/" />
        </div>
        <ConditionRows rule={rule} />
        <div class="row">
          {isOwn && (
            <Line
              rule={rule}
              label="Status"
              field={fields.status}
              hint="200 OK"
              options={statusTexts}
            />
          )}
          <Line rule={rule} label="Delay" field={fields.delay} hint="0 ms" />
          {isOwn && (
            <Line
              rule={rule}
              label="Fault"
              field={fields.fault}
              hint="none"
              options={networkFaults}
            />
          )}
          <Line rule={rule} label="Times" field={fields.times} hint="always" />
        </div>
        <RuleLines
          rule={rule}
          label="Headers"
          field={fields.headers}
          hint="content-type: text/html"
        />
      </fieldset>
      <RuleContent rule={rule} text={text} isRefused={isRefused} onSave={onSave} />
      <fieldset class="plain row" disabled={!rule.isJson}>
        <Check rule={rule} label="Hold until it is released" name="hold" />
        {isOwn && <Check rule={rule} label="Fill in values of the request" name="dynamic" />}
      </fieldset>
    </div>
  )
}
