// What a row has beside its name while something of it is not saved.

export function UnsavedMark() {
  return (
    <span class="dot" title="Has unsaved changes">
      <span class="unseen"> unsaved</span>
    </span>
  )
}
