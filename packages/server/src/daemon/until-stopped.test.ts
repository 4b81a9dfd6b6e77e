import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Host } from '../terminal/host.ts'
import { untilStopped } from './until-stopped.ts'

function start(platform: NodeJS.Platform) {
  const events = new EventEmitter()
  const codes: number[] = []
  const host = { platform, events, exit: (code) => codes.push(code) } satisfies Partial<Host>
  const { asked } = untilStopped(host as unknown as Host, () => {})
  return { events, codes, asked }
}

test.each([
  ['linux', 'SIGINT'],
  ['linux', 'SIGTERM'],
  ['darwin', 'SIGTERM'],
  ['win32', 'SIGINT'],
  ['win32', 'SIGBREAK'],
  ['win32', 'SIGHUP'],
] as const)(
  'on %s, %s asks the daemon to stop, and a second one ends the process',
  async (platform, signal) => {
    const { events, codes, asked } = start(platform)
    events.emit(signal)
    await asked
    expect(codes).toEqual([])
    events.emit(signal)
    expect(codes).toEqual([1])
  },
)

test('on Linux, the daemon does not listen to SIGHUP, so that nohup works', () => {
  expect(start('linux').events.listenerCount('SIGHUP')).toBe(0)
})
