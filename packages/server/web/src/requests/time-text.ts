// Points in time and durations, as they are read.

/** `13:05:09`, where the reader is. */
export function clockText(time: number): string {
  const date = new Date(time)
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** `13:05:09.042, 2 August 2026`, where the reader is. */
export function fullTimeText(time: number): string {
  const milliseconds = String(new Date(time).getMilliseconds()).padStart(3, '0')
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return `${clockText(time)}.${milliseconds}, ${new Date(time).toLocaleDateString('en-GB', day)}`
}

/** Three digits, and the unit that suits them. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 0.1) return '< 0.1 ms'
  if (milliseconds < 999.5) return `${shortNumber(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 99.5) return `${shortNumber(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}

function shortNumber(value: number): string {
  if (value < 10) return String(Number(value.toFixed(2)))
  return String(Number(value.toFixed(value < 100 ? 1 : 0)))
}
