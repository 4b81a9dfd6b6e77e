// Where an endpoint is called, to be copied.
import { CopyButton } from '../shell/copy-button.tsx'
import { urlOf } from './url-of.ts'

export function UrlLine({ name }: { readonly name: string }) {
  const url = urlOf(name)
  return (
    <div class="url">
      <code>{url}</code>
      {name !== '' && <CopyButton text={url} what="the address of the endpoint" />}
    </div>
  )
}
