// Tells of events in a folder, also after it was removed and is there again.
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'

export interface FolderWatch {
  /** Looks whether it is still the same folder: of one that was replaced no events come. */
  check(): Promise<void>
  close(): void
}

/** Between two tries to watch a folder that is gone, in milliseconds. */
const retryAfter = 200

/** `onEvent` is told the name of a file; none when anything in the folder may have changed. */
export function watchFolder(
  folder: string,
  onEvent: (file: string | undefined) => void,
): FolderWatch {
  let watcher: FSWatcher | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  /** Which folder is watched. */
  let watched: Promise<string | undefined> | undefined

  function begin(): void {
    if (isClosed) return
    watched = identityOf(folder)
    try {
      watcher = watch(folder, { persistent: false }, (_event, file) => {
        onEvent(file ?? undefined)
        void check()
      })
      watcher.on('error', beginAgain)
      onEvent(undefined)
    } catch {
      beginAgain()
    }
  }

  async function check(): Promise<void> {
    const [before, now] = await Promise.all([watched, identityOf(folder)])
    if (before !== now) beginAgain()
  }

  function beginAgain(): void {
    if (watcher) onEvent(undefined)
    watcher?.close()
    watcher = undefined
    retry ??= setTimeout(() => {
      retry = undefined
      begin()
    }, retryAfter).unref()
  }

  begin()
  return {
    check,
    close() {
      isClosed = true
      watcher?.close()
      clearTimeout(retry)
    },
  }
}

/** Tells a folder from another one of its name. */
async function identityOf(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch(() => undefined)
  return found && `${found.dev} ${found.ino}`
}
