// The dialogs of the page: the keyboard shortcuts, and the jump to anything by its name.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { later } from '../parts/later.tsx'
import { closeDialog, openedDialog } from './dialog-state.ts'

const dialogs = {
  keys: later(async () => (await import('./key-sheet.tsx')).KeySheet),
  jump: later(async () => (await import('./jump.tsx')).Jump),
}

const labels = { keys: 'Keyboard shortcuts', jump: 'Jump to' }

export function Dialogs() {
  // Loads the jump dialog early. Otherwise letters typed right after opening it would be lost.
  useEffect(() => void import('./jump.tsx').catch(() => {}), [])
  const name = openedDialog.value
  if (name === undefined) return null
  const Content = dialogs[name]
  return (
    <Dialog key={name} label={labels[name]}>
      <Content />
    </Dialog>
  )
}

interface DialogProps {
  readonly label: string
  readonly children: preact.ComponentChildren
}

function Dialog({ label, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, so that the next key already goes to the dialog.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-label={label} onClose={closeDialog} closedby="any">
      {children}
    </dialog>
  )
}
