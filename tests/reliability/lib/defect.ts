// Known defects of a daemon, with which a check can be seen to fail.

/** The behavior of a defective daemon, which `defect-preload.mjs` implements. */
export type Defect =
  | 'acknowledges early'
  | 'does not sync'
  | 'forgets to remove'
  | 'never reopens'
  | 'recounts'
  | 'makes small files'
  | 'sees no files'
  | 'sees room'
  | 'reprints JSON'
  | 'is busy'
  | 'misses closed connections'
  | 'does not tune V8'
  | 'never closes'

const preload = new URL('./defect-preload.mjs', import.meta.url)

/** Returns the Node flags that give a program these defects. */
export function withDefects(defects: readonly Defect[]): readonly string[] {
  if (defects.length === 0) return []
  const query = new URLSearchParams(defects.map((defect) => ['defect', defect]))
  return [`--import=${preload.href}?${query}`]
}
