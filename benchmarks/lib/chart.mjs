// A horizontal bar chart as SVG that is read in a page or alone, in light and in dark.

const width = 760
const left = 210
const right = 110
const barHeight = 16
const lineHeight = 24
const top = 40
const style = `
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328; }
  .title { font-size: 15px; font-weight: 600; }
  .group { font-weight: 600; }
  .note { font-size: 11px; fill: #59636e; }
  .bar { fill: #afb8c1; }
  .ours { fill: #0969da; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .note { fill: #9198a1; }
    .bar { fill: #656c76; }
    .ours { fill: #4493f8; }
  }`

/**
 * Each bar has a `label` and a `value`, and may have a `note` behind the value, `ours`, and a
 * `group`: those of one group stand together below its name. `note` is the last line.
 */
export function barChart({ title, note = '', bars }) {
  const longest = Math.max(...bars.map(({ value }) => value))
  const lines = []
  let y = top
  let group
  for (const bar of bars) {
    if (bar.group !== group) {
      y += group === undefined ? 0 : 8
      group = bar.group
      lines.push(text(10, y + 13, group, 'group'))
      y += lineHeight
    }
    lines.push(...lineOf(bar, y, longest))
    y += lineHeight
  }
  const height = y + (note ? 26 : 6)
  const description = bars.map(describe).join('; ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeText(title)}</title>
<desc id="desc">${escapeText(description)}</desc>
<style>${style}
</style>
${text(10, 22, title, 'title')}
${lines.join('\n')}
${note && text(10, height - 8, note, 'note')}
</svg>
`
}

function lineOf({ label, value, note, ours = false }, y, longest) {
  const length = Math.max(1, ((width - left - right) * value) / longest)
  const shown = note ? `${format(value)} ${note}` : format(value)
  const kind = ours ? 'bar ours' : 'bar'
  return [
    text(left - 8, y + 13, label, 'label', 'end'),
    `<rect class="${kind}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>`,
    text(left + length + 6, y + 13, shown, 'value'),
  ]
}

function describe({ group, label, value, note = '' }) {
  return `${group ? `${group}, ` : ''}${label}: ${format(value)} ${note}`.trim()
}

function text(x, y, content, kind, anchor = 'start') {
  return `<text class="${kind}" x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${escapeText(content)}</text>`
}

/** Three figures are enough, and thousands are told apart. */
function format(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return Number(value.toPrecision(3)).toString()
}

function escapeText(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
