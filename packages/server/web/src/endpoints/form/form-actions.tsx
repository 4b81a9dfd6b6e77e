// The frequent actions of an endpoint: discard, try and save.
import { useRef } from 'preact/hooks'
import { Menu } from '../../parts/menu.tsx'
import { useFocusOnLeaving } from '../../shell/focus.ts'
import { goInstead } from '../../shell/route.ts'
import { keyText } from '../../shell/shortcuts.ts'
import type { Try } from '../try/try.ts'
import type { Form } from './form.ts'

interface FormActionsProps {
  readonly form: Form
  readonly attempt: Try
  readonly onSaveAndTry: () => void
}

export function FormActions({ form, attempt, onSaveAndTry }: FormActionsProps) {
  const { draft, isSaving } = form
  const { isNew, isChanged, conflict } = draft
  const actions = useRef<HTMLDivElement>(null)
  const tellFocus = useFocusOnLeaving(() =>
    actions.current?.querySelector<HTMLElement>('.try button, [type="submit"]'),
  )
  const discard = (): void => {
    const isLeft = isNew || conflict.peek()?.kind === 'gone'
    form.discard('Discarded the unsaved changes.')
    if (isLeft) goInstead({ view: 'endpoints' })
  }
  const isQuiet = !isNew && !isChanged.value
  return (
    <div ref={actions} class="actions" onFocusIn={tellFocus}>
      {isChanged.value && (
        <button type="button" class="quiet" onClick={discard}>
          Discard
        </button>
      )}
      {!isNew && (
        <TryButton attempt={attempt} isChanged={isChanged.value} onSaveAndTry={onSaveAndTry} />
      )}
      <button
        type="submit"
        class={isQuiet ? undefined : 'primary'}
        aria-disabled={isQuiet || isSaving.value}
        title={keyText('Mod+s')}
      >
        {isChanged.value && <span class="dot" aria-hidden="true" />}
        {isNew ? 'Add endpoint' : 'Save'}
      </button>
    </div>
  )
}

interface TryButtonProps {
  readonly attempt: Try
  readonly isChanged: boolean
  readonly onSaveAndTry: () => void
}

/** Tries the saved version. With unsaved changes, the user can save them first. */
function TryButton({ attempt, isChanged, onSaveAndTry }: TryButtonProps) {
  const run = (): void => void attempt.run()
  return (
    <div class="try">
      {attempt.isWaiting.value ? (
        <button type="button" onClick={attempt.cancel}>
          Cancel
        </button>
      ) : isChanged ? (
        <Menu
          label="Try"
          sign="Try ▾"
          items={[
            { text: 'Save and try', run: onSaveAndTry },
            { text: 'Try the saved one', run },
          ]}
        />
      ) : (
        <button type="button" title={keyText('Mod+enter')} onClick={run}>
          Try
        </button>
      )}
    </div>
  )
}
