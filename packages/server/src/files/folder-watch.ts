// Watches a folder for events, also after it was removed and made again.
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'

export interface FolderWatch {
  /** Watches the new folder if it was replaced, because the old one has no more events. */
  check(): Promise<void>
  close(): void
}

/** Milliseconds between two attempts to watch a folder that is gone. */
const retryAfter = 200

/** Calls `onEvent` with a file name, or with `undefined` if any file may have changed. */
export function watchFolder(
  folder: string,
  onEvent: (file: string | undefined) => void,
): FolderWatch {
  let watcher: FSWatcher | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  /** The identity of the watched folder. */
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

/** Resolves to a text that differs for another folder of the same name. */
async function identityOf(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch(() => undefined)
  return found && `${found.dev} ${found.ino}`
}
