// A button that copies a text, and says so.
import { useSignal } from '@preact/signals'

interface CopyButtonProps {
  /** What is copied. */
  readonly text: string
  /** What it is, for those who do not see where the button is. */
  readonly what: string
}

const saidFor = 1500

export function CopyButton({ text, what }: CopyButtonProps) {
  const said = useSignal<string | undefined>(undefined)
  const copy = async (): Promise<void> => {
    said.value = await write(text).then(
      () => 'Copied',
      () => 'Not allowed',
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
      <span aria-live="polite">{said.value ?? 'Copy'}</span>
    </button>
  )
}

/** Browsers have a clipboard for pages of this machine, or of HTTPS, alone. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
