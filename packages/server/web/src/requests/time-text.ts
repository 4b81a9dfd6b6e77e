// Formats times and durations.

/** Returns a text such as `13:05:09`, in local time. */
export function clockText(time: number): string {
  const date = new Date(time)
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Returns a text such as `13:05:09.042, 2 August 2026`, in local time. */
export function fullTimeText(time: number): string {
  const milliseconds = String(new Date(time).getMilliseconds()).padStart(3, '0')
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return `${clockText(time)}.${milliseconds}, ${new Date(time).toLocaleDateString('en-GB', day)}`
}

/** Returns a duration with up to three digits, such as `12.3 ms`, or as `1 min 40 s`. */
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

const units = [
  ['year', 365 * 24 * 60],
  ['month', 30 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** Returns an age as a text such as `3 days ago`. */
export function ageText(milliseconds: number): string {
  const minutes = milliseconds / 60_000
  const [unit, length] = units.find(([, length]) => minutes >= length) ?? []
  return unit ? relative.format(-Math.floor(minutes / length), unit) : 'just now'
}
