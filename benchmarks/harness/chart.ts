// A horizontal bar chart as SVG, for a page or as an image, in light and dark colours.
import type { Chart } from './measurement.ts'
import type { Tables } from './runner.ts'
import { format as formatShort } from './stats.ts'

const width = 760
const left = 270
const right = 80
const line = 24
const style = `text { font: 13px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 }
  .note { font-size: 11px; fill: #59636e } .bar { fill: #afb8c1 } .ours { fill: #0969da }
  @media (prefers-color-scheme: dark) { text { fill: #f0f6fc } .note { fill: #9198a1 }
  .bar { fill: #656c76 } .ours { fill: #4493f8 } }`

export function drawChart({ title, tables: titles, figure }: Chart, tables: Tables, note: string) {
  const isOne = new Set(titles.map((heading) => heading.split(', ').at(-1))).size === 1
  const values = titles.flatMap((heading) =>
    Object.entries(tables[heading] ?? {}).map(([contender, found]): [string, number] => [
      isOne ? contender : `${contender}, ${heading.split(', ').at(-1)}`,
      found[figure]?.median ?? 0,
    ]),
  )
  const bars = [...new Map(values)]
  if (isOne) bars.sort(([, one], [, other]) => other - one)
  const longest = Math.max(...bars.map(([, value]) => value))
  const height = 66 + line * bars.length
  const lines = bars.map(([label, value], i) => {
    const y = 40 + line * i
    const length = Math.max(1, ((width - left - right) * value) / longest)
    const kind = label.startsWith('mock-endpoint') ? 'bar ours' : 'bar'
    return [
      text(left - 8, y + 13, label, 'label', 'end'),
      `<rect class="${kind}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="16" rx="2"/>`,
      text(left + length + 6, y + 13, format(value), 'value'),
    ].join('\n')
  })
  const description = bars.map(([label, value]) => `${label}: ${format(value)}`).join('; ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">
<title id="title">${title}</title>
<desc id="desc">${description}</desc>
<style>${style}</style>
${text(10, 22, title, 'title')}
${lines.join('\n')}
${text(10, height - 8, note, 'note')}
</svg>
`
}

/** Values from 1000 are rounded to integers and get thousands separators. */
function format(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : formatShort(value)
}

function text(x: number, y: number, content: string, kind: string, anchor = 'start'): string {
  return `<text class="${kind}" x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${content}</text>`
}
