// What a rule sends: JSON, text, the default response, or the response of another service.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { DataField } from '../../editor/data-field.tsx'
import { checkJson } from '../../json/check-json.ts'
import { splitAt, valueAt, withoutValue, withValue } from '../../json/members.ts'
import { fields, shown } from './fields.ts'
import { Check, Line, RuleLines } from './rule-field.tsx'
import type { RuleText } from './rule-text.ts'

interface RuleContentProps {
  readonly rule: RuleText
  readonly text: Signal<string>
  readonly isRefused: boolean
  readonly onSave: () => void
}

type Kind = 'data' | 'body' | 'none' | 'forward'

const dataPath = ['response', 'data']

const ofOwnResponses = ['statusCode', 'fault', 'dynamic']
/** The members of a response that each kind allows, without those that all kinds allow. */
const membersOf: Readonly<Record<Kind, readonly string[]>> = {
  data: ['data', ...ofOwnResponses],
  body: ['body', ...ofOwnResponses],
  none: ofOwnResponses,
  forward: ['forward', 'record'],
}
const allMembers = [...new Set(Object.values(membersOf).flat())]

const beginnings = { data: 'null', body: '""', forward: '"https://"' }

export function RuleContent({ rule, text, isRefused, onSave }: RuleContentProps) {
  const id = useId()
  const kind = kindOf(rule.value)
  /** Members that another choice removed. They come back when their kind is chosen again. */
  const former = useRef(new Map<string, string>(Object.entries(beginnings)))
  const choose = (chosen: Kind): void => rule.change((now) => withKind(now, chosen, former.current))
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
          <option value="none">The response of the endpoint</option>
          <option value="forward">The response of another service</option>
        </select>
      </div>
      {kind === 'data' && <DataOf text={text} isRefused={isRefused} onSave={onSave} />}
      {kind === 'body' && <RuleLines rule={rule} label="Text" field={fields.body} hint="" />}
      {kind === 'forward' && <Service rule={rule} />}
    </div>
  )
}

function kindOf(text: string): Kind {
  const kinds = ['data', 'body', 'forward'] as const
  return kinds.find((name) => valueAt(text, ['response', name]) !== undefined) ?? 'none'
}

export function forwards(text: string): boolean {
  return kindOf(text) === 'forward'
}

/** Moves members that the kind does not allow to `former`, and restores those that it allows. */
function withKind(text: string, kind: Kind, former: Map<string, string>): string {
  let changed = text
  for (const name of allMembers.filter((each) => !membersOf[kind].includes(each))) {
    const value = valueAt(changed, ['response', name])
    if (value === undefined) continue
    former.set(name, value)
    changed = withoutValue(changed, ['response', name])
  }
  for (const name of membersOf[kind]) {
    const value = former.get(name)
    if (value === undefined) continue
    former.delete(name)
    changed = withValue(changed, ['response', name], value)
  }
  return changed
}

/** The service to forward to, and whether its responses are recorded. */
function Service({ rule }: { readonly rule: RuleText }) {
  const url = shown(rule.value, fields.forward)
  const host = (URL.canParse(url) && new URL(url).host) || 'HOST'
  return (
    <>
      <Line rule={rule} label="Base URL" field={fields.forward} hint="https://api.example.com" />
      <fieldset class="plain" disabled={!rule.isJson}>
        <Check rule={rule} label="Record its responses" name="record" />
      </fieldset>
      <p class="note">
        The daemon only forwards to hosts that it was started with:{' '}
        <code>--allow-forward {host}</code>
      </p>
    </>
  )
}

/** An editor of only the data. While the data is not valid JSON, the rule's text is not either. */
function DataOf({ text, isRefused, onSave }: Omit<RuleContentProps, 'rule'>) {
  const data = useSignal(valueAt(text.peek(), dataPath) ?? '')
  const around = useRef<readonly [before: string, behind: string]>(
    splitAt(text.peek(), dataPath) ?? ['', ''],
  )
  useEffect(() => {
    const joined = (): string => around.current.join(data.peek())
    const stopReading = text.subscribe((now) => {
      // Skips changes made here, and text that is not valid JSON.
      if (now === joined() || checkJson(now)) return
      const split = splitAt(now, dataPath)
      // The rule has no data any more, so this editor is about to be removed.
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
