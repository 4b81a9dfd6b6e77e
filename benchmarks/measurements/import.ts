// Importing many endpoints to disk with the command, compared with adding them one by one, and the
// memory that the command takes for a long file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eachTime, type Figures, type Measurement } from '../harness/measurement.ts'
import { addUntil } from '../load/adding.ts'
import { daemon, daemonFile } from '../servers/ours.ts'
import { startServer } from '../servers/server.ts'
import { memoryOf } from '../servers/usage.ts'

const endpoints = 100_000
const data = JSON.stringify({ text: 'x'.repeat(80), list: [1, 2, 3] })
/** Time of adding one by one. All would take minutes, so only the rate is measured. */
const milliseconds = 4_000
const longRecord = 10_000

const byImport = 'import'
const byOne = 'one by one'

async function writeLines(path: string, total: number, text: string): Promise<void> {
  const file = createWriteStream(path)
  for (let i = 0; i < total; i++) {
    if (!file.write(`{"name":"n-${i}","data":${text}}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

/** Starts a daemon with its own data folder, and passes its URL to `use`. */
async function onDisk<T>(folder: string, use: (url: string) => Promise<T>): Promise<T> {
  const own = await mkdtemp(join(folder, 'data-'))
  const server = await startServer(daemon(['--data-dir', own]))
  try {
    return await use(server.url)
  } finally {
    await server.stop()
    await rm(own, { recursive: true, force: true })
  }
}

/** Runs the command. Resolves to its peak memory in MB and the milliseconds that it took. */
async function runImport(path: string, url: string): Promise<{ peak: number; took: number }> {
  const start = performance.now()
  const child = spawn(process.execPath, [daemonFile, 'import', path, '--url', url])
  let peak = 0
  const watch = setInterval(() => {
    // The command may have ended.
    if (child.exitCode === null && child.pid) peak = Math.max(peak, peakOf(child.pid))
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`The import ended with ${code}.`)
  return { peak, took: performance.now() - start }
}

function peakOf(pid: number): number {
  return memoryOf(pid).peak || 0
}

async function measure(name: string, folder: string, file: string): Promise<Figures> {
  return onDisk(folder, async (url) => {
    if (name === byImport) {
      const { took } = await runImport(file, url)
      return { '1/s': (1000 * endpoints) / took, '100,000 take, s': took / 1000 }
    }
    const adding = { url, start: 'PUT /api/endpoint/add', status: 200, prefix: 'n' }
    const body = `{"name":"#","data":${data}}`
    const { latencies, took } = await addUntil({ ...adding, body, clients: 1, milliseconds })
    const rate = (1000 * latencies.length) / took
    return { '1/s': rate, '100,000 take, s': endpoints / rate }
  })
}

export const importing: Measurement = {
  title: 'Import',
  legend: `${endpoints} endpoints of about 100 bytes, to disk. One by one: over one connection, for ${milliseconds / 1000} s, scaled. The long file has 1 GB, 300 MB in the short form.`,
  async parts({ isShort, folder, say }) {
    const [file, long] = [join(folder, 'endpoints.jsonl'), join(folder, 'long.jsonl')]
    const megabytes = isShort ? 300 : 1000
    say('writing the files')
    await writeLines(file, endpoints, data)
    await writeLines(long, (megabytes * 1e6) / longRecord, `"${'x'.repeat(longRecord - 30)}"`)
    return [
      {
        title: 'rates',
        contenders: eachTime([byImport, byOne], (name) => measure(name, folder, file)),
        rounds: isShort ? 3 : 5,
      },
      {
        title: 'memory',
        contenders: eachTime(['long file'], () =>
          onDisk(folder, async (url) => {
            const { peak, took } = await runImport(long, url)
            return { 'most MB': peak, 'MB/s': (1000 * megabytes) / took }
          }),
        ),
        rounds: 1,
      },
    ]
  },
  targets: [
    { table: 'rates', figure: '1/s', of: byImport, to: byOne, atLeast: 5 },
    // Memory does not depend on the length of the file.
    { table: 'memory', figure: 'most MB', of: 'long file', atMost: 250, isHard: true },
  ],
}
