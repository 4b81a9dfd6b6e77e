// On a disk that the daemon itself has filled, everything can be removed, and the daemon restarts.
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../lib/calls.ts'
import { startDaemon } from '../lib/daemon.ts'
import { createLedger } from '../lib/ledger.ts'
import { createRandom, randomData } from '../lib/random.ts'
import { smallDisk, whyNoSmallDisk } from '../lib/small-disk.ts'

const mebibyte = 1024 * 1024
const missing = whyNoSmallDisk()

// LevelDB merges tables of 4 MiB as soon as there are four of them.
test.for([
  [24, '0'],
  [60, '4MiB'],
] as const)(
  'everything can be removed from a full disk of %i MiB with --min-free %s',
  async ([size, minFree], context) => {
    context.skip(missing !== undefined, missing)
    const disk = await smallDisk(size * mebibyte)
    onTestFinished(disk.remove)
    const options = { cwd: disk.path, args: ['--min-free', minFree] }
    const start = async () => {
      const daemon = await startDaemon(options)
      const client = createClient(daemon.url)
      onTestFinished(client.close)
      return { client, kill: () => daemon.stop('SIGKILL') }
    }

    const first = await start()
    const ledger = createLedger()
    const random = createRandom()
    const added: string[] = []
    while (
      (await ledger.add(first.client, `e${added.length}`, randomData(random, 40_000))) === 200
    ) {
      added.push(`e${added.length}`)
    }
    expect(added.length).toBeGreaterThan(100)
    await first.kill()

    const second = await start()
    expect(await ledger.check(second.client)).toMatchObject({ lost: [], altered: [] })
    for (const name of added)
      expect(await second.client.remove(name)).toMatchObject({ status: 200 })
    await second.kill()

    const third = await start()
    expect(await third.client.health()).toMatchObject({ endpoints: 0 })
    expect(await third.client.clear()).toMatchObject({ status: 200 })
    await third.kill()
  },
)
