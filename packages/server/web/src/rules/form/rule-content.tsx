// What a rule sends: JSON, text, or what its endpoint answers.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { DataField } from '../../editor/data-field.tsx'
import { checkJson } from '../../json/check-json.ts'
import { splitAt, valueAt, withoutValue, withValue } from '../../json/members.ts'
import { fields } from './fields.ts'
import { Lines } from './rule-field.tsx'
import type { RuleText } from './rule-text.ts'

interface RuleContentProps {
  readonly rule: RuleText
  readonly text: Signal<string>
  readonly isRefused: boolean
  readonly onSave: () => void
}

type Kind = 'data' | 'body' | 'none'

const dataPath = ['response', 'data']
const bodyPath = fields.body.path

export function RuleContent({ rule, text, isRefused, onSave }: RuleContentProps) {
  const id = useId()
  const kind = kindOf(rule.value)
  /** What each was when another was chosen: it comes back with its choice. */
  const former = useRef({ data: 'null', body: '""' })
  const choose = (chosen: Kind): void =>
    rule.change((before) => {
      const { data, body } = former.current
      former.current = {
        data: valueAt(before, dataPath) ?? data,
        body: valueAt(before, bodyPath) ?? body,
      }
      const without = withoutValue(withoutValue(before, dataPath), bodyPath)
      if (chosen === 'none') return without
      return withValue(without, chosen === 'data' ? dataPath : bodyPath, former.current[chosen])
    })
  return (
    <div class="content">
      <div class="field">
        <label for={id}>Body</label>
        <select
          id={id}
          value={kind}
          disabled={!rule.isJson}
          onChange={(event) => choose(event.currentTarget.value as Kind)}
        >
          <option value="data">JSON</option>
          <option value="body">Text</option>
          <option value="none">What the endpoint answers</option>
        </select>
      </div>
      {kind === 'data' && <DataOf text={text} isRefused={isRefused} onSave={onSave} />}
      {kind === 'body' && <Lines rule={rule} label="Text" field={fields.body} hint="" />}
    </div>
  )
}

function kindOf(text: string): Kind {
  if (valueAt(text, dataPath) !== undefined) return 'data'
  return valueAt(text, bodyPath) === undefined ? 'none' : 'body'
}

/** The data by itself. While it is no JSON, neither is the text that it is in. */
function DataOf({ text, isRefused, onSave }: Omit<RuleContentProps, 'rule'>) {
  const data = useSignal(valueAt(text.peek(), dataPath) ?? '')
  const around = useRef<readonly [before: string, behind: string]>(
    splitAt(text.peek(), dataPath) ?? ['', ''],
  )
  useEffect(() => {
    const joined = (): string => around.current.join(data.peek())
    const stopReading = text.subscribe((now) => {
      // Nothing is taken out of what is typed here.
      if (now === joined() || checkJson(now)) return
      const split = splitAt(now, dataPath)
      // Something else is sent, and this goes.
      if (!split) return
      around.current = split
      data.value = valueAt(now, dataPath) ?? ''
    })
    const stopWriting = data.subscribe(() => {
      text.value = joined()
    })
    return () => {
      stopReading()
      stopWriting()
    }
  }, [])
  const fault = isRefused ? checkJson(data.value)?.message : undefined
  return <DataField label="Data to answer" text={data} fault={fault} onSave={onSave} />
}
