// The mark next to the name of a row that has unsaved changes.

export function UnsavedMark() {
  return (
    <span class="dot" title="Has unsaved changes">
      <span class="unseen"> unsaved</span>
    </span>
  )
}
