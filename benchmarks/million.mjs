// A million stored endpoints against none: time to ready, and memory while random ones are served.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLevelStore } from '@mock-endpoint/core/level'
import autocannon from 'autocannon'
import { memoryOf, startDaemon } from './lib/daemon.mjs'

const total = 1_000_000
const rounds = 7
const loadSeconds = 20
const connections = 32

export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-million-'))
  try {
    const [none, million] = [join(folder, 'none'), join(folder, 'million')]
    await fill(million)
    const ready = await compareStarts(none, million)
    const load = await serveRandomOnes(million)
    const difference = ready.million - ready.none
    print([
      ['ready with none', `${ready.none.toFixed(0)} ms`, ''],
      ['ready with a million', `${ready.million.toFixed(0)} ms`, ''],
      ['difference', `${difference.toFixed(0)} ms`, verdict(difference <= 100, 'within 100 ms')],
      ['random reads', `${load.perSecond.toFixed(0)} a second`, `${load.wrong} wrong answers`],
      ['peak memory', `${load.peak.toFixed(0)} MB`, verdict(load.peak < 300, 'under 300 MB')],
    ])
    if (load.wrong > 0) throw new Error('The daemon answered wrongly while it was measured.')
    // Memory does not depend on how busy the machine is; times do, and fail nothing.
    if (load.peak >= 300) throw new Error('The daemon took more than 300 MB.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function nameOf(i) {
  return `endpoint-${i}`
}

/** 40 to 140 characters that hardly compress, as pages of the data files count in the memory. */
function dataOf(i) {
  const text = createHash('sha256').update(String(i)).digest('hex').repeat(2)
  return `{"id":${i},"text":"${text.slice(0, 20 + (i % 100))}"}`
}

async function fill(folder) {
  const store = await openLevelStore(folder)
  const batch = 10_000
  for (let start = 0; start < total; start += batch) {
    const writes = Array.from({ length: batch }, (_, i) => start + i).map((i) =>
      store.put({ name: nameOf(i), data: dataOf(i), statusCode: 200, delay: 0 }),
    )
    await Promise.all(writes)
    progress(`storing ${start + batch} of ${total}`)
  }
  await store.close()
}

/** Medians over interleaved rounds, from spawning the process to its first answer. */
async function compareStarts(none, million) {
  const times = { none: [], million: [] }
  for (let round = 0; round < rounds; round++) {
    for (const [kind, folder] of Object.entries({ none, million })) {
      const start = performance.now()
      const daemon = await startDaemon('--data-dir', folder)
      await (await fetch(`${daemon.url}/api/health`)).text()
      times[kind].push(performance.now() - start)
      await daemon.stop()
    }
    progress(`starting, round ${round + 1} of ${rounds}`)
  }
  return { none: median(times.none), million: median(times.million) }
}

async function serveRandomOnes(folder) {
  const daemon = await startDaemon('--data-dir', folder)
  let wrong = 0
  let last = 0
  const instance = autocannon({
    url: daemon.url,
    connections,
    duration: loadSeconds,
    requests: [
      {
        setupRequest(request, context) {
          context.id = Math.floor(Math.random() * total)
          return { ...request, path: `/endpoint/${nameOf(context.id)}` }
        },
        onResponse(status, body, context) {
          last++
          if (status !== 200 || body !== dataOf(context.id)) wrong++
        },
      },
    ],
  })
  const watch = setInterval(() => progress(`serving, ${last} answers`), 1000)
  await instance
  clearInterval(watch)
  const { peak } = await memoryOf(daemon.pid)
  await daemon.stop()
  return { perSecond: last / loadSeconds, wrong, peak }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function verdict(isReached, target) {
  return `${isReached ? 'reached' : 'NOT reached'}: ${target}`
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

function print(rows) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  for (const [label, value, note] of rows) {
    process.stdout.write(`${label.padEnd(24)}${value.padEnd(20)}${note}\n`)
  }
}
