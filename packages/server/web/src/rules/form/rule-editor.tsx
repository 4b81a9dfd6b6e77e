// The editor of a rule, and the reasons why it cannot be saved or kept.
import { useEffect } from 'preact/hooks'
import { ConflictNotice } from '../../drafts/conflict-notice.tsx'
import { bringBack } from '../../drafts/kept-drafts.ts'
import { JsonForm } from '../../editor/json-form.tsx'
import { say } from '../../shell/toasts.tsx'
import type { RuleForm } from './rule-form.ts'
import type { RuleForms } from './rule-forms.ts'
import { RuleTabs } from './rule-tabs.tsx'

interface RuleEditorProps {
  readonly form: RuleForm
  readonly forms: RuleForms
  /** Called when the form is no longer needed. */
  readonly onClosed: () => void
}

export function RuleEditor({ form, forms, onClosed }: RuleEditorProps) {
  const { draft } = form
  useEffect(draft.keep, [draft])
  const isNew = form.id.value === undefined
  const close = (): void => {
    forms.close(form)
    onClosed()
  }
  const closeWhen = async (isSaved: Promise<boolean>): Promise<void> => {
    if (await isSaved) close()
  }
  const cancel = (): void => {
    const typed = draft.drop()
    if (typed) say('Discarded the unsaved changes.', () => bringBack(typed))
    close()
  }
  const what = form.isNew ? 'New rule' : 'Rule'
  const save = (): void => void closeWhen(form.save())
  return (
    <JsonForm
      state={draft.state}
      what={what}
      action={isNew ? 'Add rule' : 'Save rule'}
      onSubmit={save}
      onCancel={cancel}
      field={<RuleTabs state={draft.state} label={what} onSave={save} />}
    >
      <Conflicts form={form} onAgreed={(isSaved) => void closeWhen(isSaved)} />
      <NotKept form={form} />
    </JsonForm>
  )
}

interface ConflictsProps {
  readonly form: RuleForm
  readonly onAgreed: (isSaved: Promise<boolean>) => void
}

function Conflicts({ form, onAgreed }: ConflictsProps) {
  const { conflict, id } = form
  const { value: found } = conflict
  const theirs = found && found.kind !== 'gone' ? found.theirs : undefined
  const name = theirs?.id ?? id.value ?? ''
  return (
    <ConflictNotice
      kind={found?.kind}
      what="Rule"
      name={name}
      place={{ view: 'endpoints', name: theirs?.endpoint ?? '', rule: name }}
      onAgreed={() => found && onAgreed(form.saveDespite(found))}
      onTheirs={form.showTheirs}
    />
  )
}

function NotKept({ form }: { readonly form: RuleForm }) {
  const reason = form.draft.whyNotKept()
  if (!reason) return null
  return (
    <p class="fault" role="alert">
      What you typed is lost when you close or reload this page: {reason}.
    </p>
  )
}
