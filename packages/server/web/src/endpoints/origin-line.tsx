// Says which file the open endpoint comes from, and how long a change made here lasts.
import type { FilesHealth } from '@mock-endpoint/core/client'
import { health } from '../shell/health.ts'
import { endOfChanges, type OriginOf } from './origin.ts'
import './origin.css'

export function OriginLine({ origin }: { readonly origin: OriginOf }) {
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

/** A file that is served alone is named already. */
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
