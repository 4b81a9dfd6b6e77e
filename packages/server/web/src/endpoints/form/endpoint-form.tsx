// The form of one endpoint: its name, actions, fields, data and response.

import type { FilesHealth } from '@mock-endpoint/core/client'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { ConflictNotice } from '../../drafts/conflict-notice.tsx'
import { DataField } from '../../editor/data-field.tsx'
import { settleTexts } from '../../editor/pending-texts.ts'
import { type OpenRules, RuleSection } from '../../rules/list/rule-section.tsx'
import { useFocusOnOpening } from '../../shell/focus.ts'
import { health } from '../../shell/health.ts'
import { goInstead } from '../../shell/route.ts'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { EndpointRequests } from '../endpoint-requests.tsx'
import { Jumps } from '../jumps.tsx'
import { keepAsking } from '../keep-asking.ts'
import { ResponsePanel } from '../try/response-panel.tsx'
import { createTry, takeTryAfterSave, tryAfterSave } from '../try/try.ts'
import { UseIt } from '../try/use-it.tsx'
import type { Conflict } from './draft.ts'
import { EndpointFields } from './endpoint-fields.tsx'
import type { Form } from './form.ts'
import { FormActions } from './form-actions.tsx'
import { FormMenu } from './form-menu.tsx'
import { NameField } from './name-field.tsx'
import { endOfChanges, type OriginOf } from './origin.ts'
import './endpoint-form.css'
import { Urls } from '../urls.tsx'

interface EndpointFormProps {
  readonly form: Form
  /** Its rules. `undefined` for a new endpoint. */
  readonly rules: OpenRules | undefined
  /** The file that it comes from, if any. `undefined` for a new endpoint. */
  readonly origin: OriginOf | undefined
}

export function EndpointForm({ form, rules, origin }: EndpointFormProps) {
  const id = useId()
  const { draft } = form
  const { base, isNew, isChanged, faults, fields } = draft
  const attempt = useMemo(() => createTry(() => base.peek().name), [])
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(form.keep, [])
  useEffect(() => (isNew ? undefined : keepLooking(form, origin)), [])
  useEffect(() => attempt.cancel, [])
  useFocusOnOpening(() => {
    // A rule in the route takes the focus itself.
    if (rules?.wanted !== undefined) return undefined
    return isNew ? title.current?.querySelector('input') : title.current
  })
  useEffect(() => {
    if (takeTryAfterSave(base.peek().name)) void attempt.run()
  }, [])

  const save = async (despite?: Conflict, isTried = false): Promise<void> => {
    settleTexts()
    if (!despite && !isNew && !isChanged.peek()) return
    const before = base.peek().name
    const at = location.hash
    const saved = await (despite ? form.saveDespite(despite) : form.save())
    // A user who went elsewhere meanwhile is not taken back.
    if (!saved || location.hash !== at) return
    const isElsewhere = isNew || saved.name !== before
    if (isTried && isElsewhere) tryAfterSave(saved.name)
    else if (isTried) void attempt.run()
    if (isElsewhere) goInstead({ view: 'endpoints', name: saved.name })
  }
  const tryIt = (): void => {
    settleTexts()
    void (isChanged.peek() ? save(undefined, true) : attempt.run())
  }
  useShortcuts([
    { key: 'Mod+s', does: 'Save', run: () => void save() },
    ...(isNew ? [] : [{ key: 'Mod+enter', does: 'Save and try', run: tryIt }]),
  ])
  return (
    <div class="endpoint">
      <form
        class="head"
        aria-label="Endpoint"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <NameField id={`${id}-name`} draft={draft} title={title} />
        <FormActions
          form={form}
          attempt={attempt}
          onSaveAndTry={() => void save(undefined, true)}
        />
        <FormMenu draft={draft} />
        <div class="where">
          <Urls
            name={isNew ? fields.name.value : base.value.name}
            what="the address of the endpoint"
          />
          {rules && <Jumps list={rules.list} />}
        </div>
        <EndpointFields id={id} draft={draft} />
        {origin && <OriginLine origin={origin} />}
      </form>
      <Conflicts form={form} onAgreed={(conflict) => void save(conflict)} />
      <OtherFaults form={form} />
      <div class={isNew ? 'work' : 'work with-response'}>
        <DataField text={fields.data} fault={faults.value.data} />
        {!isNew && (
          <ResponsePanel attempt={attempt} name={base.value.name} isStale={isChanged.value} />
        )}
      </div>
      {rules && <RuleSection {...rules} />}
      {!isNew && <UseIt endpoint={base.value} />}
      {!isNew && <EndpointRequests name={base.value.name} />}
    </div>
  )
}

interface ConflictsProps {
  readonly form: Form
  readonly onAgreed: (conflict: Conflict) => void
}

function Conflicts({ form, onAgreed }: ConflictsProps) {
  const { conflict, fields, base } = form.draft
  const { value: found } = conflict
  const name = found?.kind === 'taken' ? found.theirs.name : base.value.name
  // After the name was changed, it is not taken, or not known to be taken.
  const isPast = found?.kind === 'taken' && name !== fields.name.value
  return (
    <ConflictNotice
      kind={isPast ? undefined : found?.kind}
      name={name}
      place={{ view: 'endpoints', name }}
      onAgreed={() => found && onAgreed(found)}
      onTheirs={() => form.discard('Shows the saved version.')}
    />
  )
}

function OtherFaults({ form }: { readonly form: Form }) {
  const { faults, isChanged } = form.draft
  const whyNotKept = form.whyNotKept()
  return (
    <>
      {faults.value.other && (
        <p class="fault" role="alert">
          {faults.value.other}
        </p>
      )}
      {isChanged.value && whyNotKept && (
        <p class="fault" role="alert">
          Your changes are lost when you close or reload this page: {whyNotKept}.
        </p>
      )}
    </>
  )
}

/** Lengthens the pause for long data, so that 5 MB are not read every two seconds. */
const charactersPerMillisecond = 50

function keepLooking(form: Form, origin: OriginOf | undefined): () => void {
  const look = (): Promise<void> =>
    form.look().catch(() => {
      // The header shows that the service cannot be reached.
    })
  const ask = (): Promise<unknown> => Promise.all([look(), origin?.refresh()])
  const leastPause = (): number =>
    Math.max(2000, form.draft.base.peek().data.length / charactersPerMillisecond)
  return keepAsking({ ask, leastPause })
}

/** Shows which file the endpoint comes from, and how long a change made here lasts. */
function OriginLine({ origin }: { readonly origin: OriginOf }) {
  const { file, changed } = origin.now.value ?? {}
  const files = health.value?.files
  if (file === undefined) return null
  return (
    <p class="origin">
      From <code>{files ? placeOf(files, file) : file}</code>.{' '}
      {files && lastsOf(files, changed === true)}
    </p>
  )
}

/** Returns the path of a file. If only that file is served, `from` already is its path. */
function placeOf({ from }: FilesHealth, file: string): string {
  if (from.endsWith(file)) return from
  return /[\\/]$/.test(from) ? from + file : `${from}/${file}`
}

function lastsOf(files: FilesHealth, isChanged: boolean): string {
  const { saved } = files
  const lasts = `lasts until ${endOfChanges(files, 'the file')}.`
  if (!isChanged) return saved ? 'Changes are saved to the file.' : `A change made here ${lasts}`
  return `It was changed since the file was read. The change ${saved ? 'is not saved.' : lasts}`
}
