// Where an endpoint is called, to be copied: below the service, and at an origin of its own if it has one.
import { CopyButton } from '../parts/copy-button.tsx'
import { health } from '../shell/health.ts'
import { urlOf } from './url-of.ts'

interface UrlsProps {
  /** Empty while it is not typed yet. */
  readonly name: string
  /** What its URL is, for those who do not see where the button is. */
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
  /** `undefined` while nobody can use it. */
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
