// The dialog that is open, if there is one.
import { signal } from '@preact/signals'

export type DialogName = 'keys' | 'jump'

export const openedDialog = signal<DialogName | undefined>(undefined)

export function openDialog(name: DialogName): void {
  openedDialog.value = name
}

export function closeDialog(): void {
  openedDialog.value = undefined
}
