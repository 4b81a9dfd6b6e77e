// The comparison of two requests: only the lines that differ, with a few lines around them.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { useMemo } from 'preact/hooks'
import { textOf } from '../../words/status-code.ts'
import { ofConnection } from '../detail/curl.ts'
import { type Message, pairsOf, readingOf } from '../detail/message-text.ts'
import { diffLines, hunksOf } from './diff-lines.ts'

interface ComparisonProps {
  readonly before: RecordedRequest
  readonly after: RecordedRequest
}

type Lines = readonly string[]

export function Comparison({ before, after }: ComparisonProps) {
  const [old, now] = useMemo(() => [partsOf(before), partsOf(after)], [before, after])
  return (
    <div class="comparison">
      {Object.entries(old).map(([title, lines]) => (
        <Part key={title} title={title} before={lines} after={now[title] ?? []} />
      ))}
    </div>
  )
}

function partsOf(request: RecordedRequest): Readonly<Record<string, Lines>> {
  const { method, path, query, headers, response, statusCode, outcome } = request
  return {
    Request: [`${method} ${path}`],
    Query: pairsOf(query).map(([name, value]) => `${name} = ${value}`),
    Body: bodyLines(request),
    Response: [
      statusCode === null ? outcome : textOf(statusCode),
      ...(response ? bodyLines(response) : []),
    ],
    Headers: headers
      .filter(([name]) => !ofConnection.test(name))
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .sort(),
  }
}

function bodyLines(message: Message): Lines {
  if (message.body === '') return []
  const reading = readingOf(message)
  if (reading.kind === 'form') return reading.pairs.map(([name, value]) => `${name} = ${value}`)
  return (reading.kind === 'JSON' ? reading.pretty : message.body).split('\n')
}

interface PartProps {
  readonly title: string
  readonly before: Lines
  readonly after: Lines
}

function Part({ title, before, after }: PartProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  const hunks = lines && hunksOf(lines)
  return (
    <section class="part">
      <div class="head">
        <h3>{title}</h3>
        {hunks?.length === 0 && <span class="figure">the same</span>}
        {!hunks && <span class="figure">differs in too many lines to show</span>}
      </div>
      {hunks?.map((hunk, i) => (
        <pre key={i} class="diff">
          {hunk.map(({ sign, text }, at) => (
            <Line key={at} sign={sign} text={text} />
          ))}
        </pre>
      ))}
    </section>
  )
}

const longestLine = 2000

function Line({ sign, text }: { readonly sign: string; readonly text: string }) {
  const shown = `${sign} ${text.length > longestLine ? `${text.slice(0, longestLine)}…` : text}`
  if (sign === '−') return <del>{shown}</del>
  return sign === '+' ? <ins>{shown}</ins> : <span>{shown}</span>
}
