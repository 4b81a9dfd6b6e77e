// The memory that a full journal takes. The time it adds to a read is measured by `read`.
import autocannon from 'autocannon'
import { eachTime, type Figures, type Measurement } from '../harness/measurement.ts'
import { bodies } from '../programs/bodies.mjs'
import { journalOff, ours, startOurs } from '../servers/ours.ts'
import { memoryOf } from '../servers/usage.ts'

const { small = '' } = bodies

/** Runs the same load with and without a journal, because sockets and buffers take memory too. */
async function fill(kind: string): Promise<Figures> {
  const off = kind === journalOff ? ['--journal-requests', '0'] : []
  const server = await startOurs(['--memory', ...off], { small })
  try {
    const url = `${server.url}/endpoint/small`
    const asked = { url, method: 'POST', body: 'x'.repeat(20_000), expectBody: small } as const
    const { errors, mismatches } = await autocannon({ ...asked, connections: 32, amount: 200_000 })
    if (errors + mismatches > 0) throw new Error('Not every response was right.')
    return { 'resident MB': memoryOf(server.pid).now }
  } finally {
    await server.stop()
  }
}

export const journal: Measurement = {
  title: 'The journal',
  legend: 'After 200,000 requests of 20,000 bytes, in the short form as well.',
  parts: () => [
    { title: 'full journal', contenders: eachTime([ours, journalOff], fill), rounds: 1 },
  ],
  targets: [
    {
      table: 'full journal',
      figure: 'resident MB',
      of: ours,
      to: journalOff,
      take: 'difference',
      atMost: 32,
      isHard: true,
    },
  ],
}
