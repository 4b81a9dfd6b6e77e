// A button that copies a text, and confirms it.
import { useSignal } from '@preact/signals'
import { sayError } from '../shell/toasts.tsx'

interface CopyButtonProps {
  /** The text to copy. */
  readonly text: string
  /** The description of the text in the accessible name of the button. */
  readonly what: string
  /** The label of the button. Default: `Copy`. */
  readonly label?: string
}

const saidFor = 1500
const refused =
  'Here the browser lets a page copy only over HTTPS or on localhost: select the text.'

export function CopyButton({ text, what, label = 'Copy' }: CopyButtonProps) {
  const said = useSignal<string | undefined>(undefined)
  const copy = async (): Promise<void> => {
    said.value = await write(text).then(
      () => 'Copied',
      (error) => {
        sayError(error)
        return 'Not copied'
      },
    )
    setTimeout(() => {
      said.value = undefined
    }, saidFor)
  }
  return (
    <button
      type="button"
      class="small"
      aria-label={said.value ? undefined : `Copy ${what}`}
      onClick={copy}
    >
      <span aria-live="polite">{said.value ?? label}</span>
    </button>
  )
}

/** Browsers have `navigator.clipboard` only for pages over HTTPS or from this machine. */
async function write(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text)
  if (!writeAsSelected(text)) throw new Error(refused)
}

/** Copies as if the user had selected the text, which any page may do on a click. */
function writeAsSelected(text: string): boolean {
  const active = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  // In its normal place in the document, the page would scroll to it.
  field.style.position = 'fixed'
  field.style.top = '0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (active instanceof HTMLElement) active.focus()
  return isCopied
}
