// The URLs of an endpoint, to copy: below the service, and at its own origin if it has one.
import { CopyButton } from '../parts/copy-button.tsx'
import { health } from '../shell/health.ts'
import { urlOf } from './url-of.ts'

interface UrlsProps {
  /** Empty until it is typed. */
  readonly name: string
  /** The description of the URL in the accessible name of the button. */
  readonly what: string
}

export function Urls({ name, what }: UrlsProps) {
  const origin = new Map(Object.entries(health.value?.origins ?? {})).get(name)
  return (
    <div class="urls">
      <Url url={urlOf(name)} what={name === '' ? undefined : what} />
      {origin !== undefined && <Url url={origin} what="its own origin" />}
    </div>
  )
}

interface UrlProps {
  readonly url: string
  /** `undefined` while the URL is not usable. */
  readonly what: string | undefined
}

function Url({ url, what }: UrlProps) {
  return (
    <div class="url">
      <code>{url}</code>
      {what !== undefined && <CopyButton text={url} what={what} />}
    </div>
  )
}
