// The form of one endpoint. It saves without overwriting changes made elsewhere, discards, keeps a
// draft, and follows the service as long as nothing is typed.
import type { Endpoint } from '@mock-endpoint/core/client'
import { type ReadonlySignal, signal } from '@preact/signals'
import { keyOfNew } from '../../drafts/draft-keys.ts'
import {
  bringBack,
  dropDraft,
  keepDraft,
  unwrittenDraft,
  whyNotKept,
} from '../../drafts/kept-drafts.ts'
import { isOpen, isOpenAnew, type OpenForm, openForm } from '../../drafts/open-forms.ts'
import { settleTexts } from '../../editor/pending-texts.ts'
import { go } from '../../shell/route.ts'
import { say, sayError } from '../../shell/toasts.tsx'
import { findEndpoint, save } from './changes.ts'
import {
  type Conflict,
  createDraft,
  type Draft,
  differs,
  fill,
  isSame,
  type KeptEndpoint,
  type Typed,
  toEndpoint,
  toFaults,
  typedNow,
  typedOf,
} from './draft.ts'

export interface Form {
  readonly draft: Draft
  readonly isSaving: ReadonlySignal<boolean>
  /** Resolves to the saved endpoint. On failure, to `undefined`, with the reason in the draft. */
  save(): Promise<Endpoint | undefined>
  /** Saves like `save`, after the user has seen the conflict and agreed to it. */
  saveDespite(conflict: Conflict): Promise<Endpoint | undefined>
  /** Goes back to the service's version, and shows the message `said` with an undo. */
  discard(said: string): void
  /** Checks whether the service has another version now. */
  look(): Promise<void>
  /** Keeps a draft of what is typed from now on. Returns a function that stops this. */
  keep(): () => void
  /** Returns why the draft would be lost if the page were left now. `undefined` if it would not. */
  whyNotKept(): string | undefined
}

interface Begin {
  /** The service's version, if it has one. */
  readonly now?: Endpoint | undefined
  /** The kept draft, if there is one. */
  readonly kept?: KeptEndpoint | undefined
  /** The id of the draft, for an endpoint that does not exist yet. */
  readonly draftId?: string
  /** The initial values of a new endpoint. */
  readonly begun?: Endpoint
  /** More initial values of a new endpoint, which count as unsaved changes. */
  readonly given?: Partial<Endpoint> | undefined
  /** The initial texts of a new endpoint's fields, which count as unsaved changes. */
  readonly typed?: Typed | undefined
  /** The endpoint that a new one is a copy of. */
  readonly copyOf?: string
}

const nothing: Endpoint = { name: '', data: '', statusCode: 200, delay: 0 }

export function createForm(begin: Begin): Form {
  const { now, kept, draftId, begun, given, typed: copied } = begin
  const base = kept?.base ?? now ?? begun ?? nothing
  const isNew = draftId !== undefined
  const copyOf = kept?.copyOf ?? begin.copyOf
  const typed = kept?.typed ?? copied ?? typedOf({ ...base, ...given })
  const draft = createDraft(base, typed, isNew)
  const { base: opened, conflict, faults, fields, isChanged } = draft
  const isSaving = signal(false)
  /** The key of the draft. It changes when the endpoint is saved under another name. */
  let key = isNew ? keyOfNew(draftId) : base.name
  /** Whether the service does not have the endpoint, as far as is known. */
  let isMissing = isNew
  /** The endpoint that the user agreed to replace. */
  let replacing: Endpoint | undefined
  /** The last save. */
  let saving: Promise<Endpoint | undefined> = Promise.resolve(undefined)

  const toKeep = (): KeptEndpoint => {
    const typed = typedNow(draft)
    return {
      key,
      title: typed.name,
      base: opened.peek(),
      typed,
      copyOf: isMissing ? copyOf : undefined,
    }
  }
  const lookNow = (): Promise<void> => look(draft, () => isMissing || isSaving.peek())
  const shown: OpenForm = {
    key: () => key,
    unsaved: () => (isChanged.peek() ? toKeep() : undefined),
    take(given) {
      const other = given as KeptEndpoint
      opened.value = other.base
      conflict.value = undefined
      fill(draft, other.typed)
      void lookNow().catch(() => {
        // The next look may succeed.
      })
    },
  }

  function keepNow(): void {
    if (isChanged.peek()) keepDraft(toKeep())
    else dropDraft(key)
  }

  /** Resolves to the conflict with saving, unless the user has agreed to it. */
  async function findConflict({ name }: Endpoint): Promise<Conflict | undefined> {
    const before = draft.base.peek()
    if (!isMissing) {
      const now = await findEndpoint(before.name)
      if (!now) return { kind: 'gone' }
      if (!isSame(now, before)) return { kind: 'changed', theirs: now }
      if (name === before.name) return undefined
    }
    const theirs = await findEndpoint(name)
    if (!theirs || (replacing && isSame(replacing, theirs))) return undefined
    return { kind: 'taken', theirs }
  }

  async function send(endpoint: Endpoint): Promise<Endpoint> {
    const before = isMissing ? undefined : opened.peek()
    const replaced = replacing?.name === endpoint.name ? replacing : undefined
    const typed = toKeep()
    const onUndone = (): void =>
      bringBack(replaced?.name === key ? { ...typed, base: replaced } : typed)
    const saved = await save({ endpoint, before, copyOf: typed.copyOf, replaced, onUndone })
    // Changes typed meanwhile count as changes of the saved endpoint.
    settleTexts()
    replacing = undefined
    isMissing = false
    if (saved.name !== key && !isOpenAnew(shown)) dropDraft(key)
    key = saved.name
    opened.value = saved
    if (!isOpenAnew(shown)) keepNow()
    return saved
  }

  async function saveIt(): Promise<Endpoint | undefined> {
    settleTexts()
    const endpoint = isSaving.peek() ? undefined : toEndpoint(draft)
    if (!endpoint) return undefined
    saving = trySave(endpoint)
    return saving
  }

  async function trySave(endpoint: Endpoint): Promise<Endpoint | undefined> {
    isSaving.value = true
    try {
      conflict.value = await findConflict(endpoint)
      if (!conflict.value) return await send(endpoint)
      if (!isOpen(shown)) say(`${endpoint.name} was not saved: open it to see why.`)
      return undefined
    } catch (error) {
      faults.value = toFaults(error)
      if (!isOpen(shown)) sayError(error)
      return undefined
    } finally {
      isSaving.value = false
    }
  }

  if (kept && !isNew) compare(draft, now)
  return {
    draft,
    isSaving,
    save: saveIt,
    async saveDespite(seen) {
      // A save in progress does not know yet that the user has agreed.
      const saved = isSaving.peek() ? await saving : undefined
      if (saved) return saved
      if (seen.kind === 'gone') isMissing = true
      else replacing = seen.theirs
      if (seen.kind === 'changed') draft.base.value = seen.theirs
      return saveIt()
    },
    discard(said) {
      settleTexts()
      const before = toKeep()
      const inTheWay = conflict.peek()
      if (inTheWay?.kind === 'changed') draft.base.value = inTheWay.theirs
      fill(draft, typedOf(draft.base.peek()))
      conflict.value = undefined
      say(said, () => {
        bringBack(before)
        if (draftId !== undefined) go({ view: 'new', draftId })
      })
    },
    look: lookNow,
    keep() {
      // The draft may have been brought back while the form was opened.
      const own = unwrittenDraft(key)
      if (own && own !== kept) shown.take(own)
      // Changes of the fields count, and changes of the endpoint that they are compared with.
      return openForm(shown, [opened, ...Object.values(fields)], keepNow)
    },
    whyNotKept: () => whyNotKept(key),
  }
}

async function look(draft: Draft, isLeft: () => boolean): Promise<void> {
  if (isLeft()) return
  const before = draft.base.peek()
  const now = await findEndpoint(before.name)
  // The user may have typed meanwhile.
  settleTexts()
  if (!isLeft() && draft.base.peek() === before) compare(draft, now)
}

/** Shows the service's version, or sets a conflict if it differs from the typed changes. */
function compare(draft: Draft, now: Endpoint | undefined): void {
  const { base, conflict, fields, isChanged } = draft
  if (!now) conflict.value = { kind: 'gone' }
  else if (isSame(now, base.peek())) {
    if (conflict.peek()?.kind !== 'taken') conflict.value = undefined
  } else if (isChanged.peek() && differs(fields, now)) {
    conflict.value = { kind: 'changed', theirs: now }
  } else {
    base.value = now
    conflict.value = undefined
    fill(draft, typedOf(now))
  }
}
