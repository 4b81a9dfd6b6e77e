// `mock-endpoint status`, `reset` and `open`: the service as a whole from a shell.
import type { Health } from '@mock-endpoint/core/client'
import { exitCodes } from '../program/exit.ts'
import { isOn } from '../settings/setting.ts'
import { openWeb } from '../terminal/open-web.ts'
import { forTerminal, paint } from '../terminal/request-line.ts'
import type { Run } from './command.ts'
import * as settings from './settings.ts'
import { counted } from './words.ts'

/** Exits with its own code if the daemon is degraded, so that scripts can check it. */
export const status: Run = async ({ daemon, json, colour, print }) => {
  const health = await daemon.control.getHealth(undefined)
  const { endpoints, rules, version, store, reason } = health
  const isOk = health.status === 'ok'
  if (json) print(JSON.stringify({ url: daemon.url, ...health }))
  else {
    const well = isOk ? paint('green', 'running', colour) : paint('yellow', 'degraded', colour)
    const many = [
      endpoints === null ? [] : counted(endpoints, 'endpoint'),
      rules === null ? [] : counted(rules, 'rule'),
    ].flat()
    const running = `version ${forTerminal(version)}, store ${forTerminal(store)}`
    print(`${daemon.url} is ${well}: ${running}, ${many.join(', ')}`)
    if (reason !== undefined) print(forTerminal(reason))
    for (const [name, origin] of Object.entries(health.origins ?? {})) {
      print(`${forTerminal(name)} is at ${forTerminal(origin)}`)
    }
    printFaults(health.files, print)
    printDaemons(health, print)
  }
  return isOk ? exitCodes.clean : exitCodes.degraded
}

/** Prints the daemons that share the store, if it is shared. */
function printDaemons({ daemons, durability }: Health, print: (line: string) => void): void {
  if (!daemons) return
  const names = daemons.map(forTerminal).join(', ')
  print(
    `${counted(daemons.length, 'daemon')} on this store: ${names}; writes are kept: ${durability}`,
  )
}

const mostFaults = 10

/** Prints the faults in the files that the daemon serves, if any. */
function printFaults(files: Health['files'], print: (line: string) => void): void {
  if (!files || files.faulty === 0) return
  print(`${forTerminal(files.from)} has ${counted(files.faulty, 'fault')}:`)
  for (const { file, line, column, detail } of files.faults.slice(0, mostFaults)) {
    const place = line === undefined ? '' : `:${line}:${column}`
    print(`  ${forTerminal(file)}${place}: ${forTerminal(detail)}`)
  }
  if (files.faulty > mostFaults) print(`  and ${files.faulty - mostFaults} more`)
}

export const reset: Run = async ({ given, daemon, json, print }) => {
  const all = isOn(given, settings.all)
  await daemon.control.reset(JSON.stringify({ rules: all, endpoints: all }))
  if (json) print(JSON.stringify({ reset: true }))
  else if (!all) print('Removed all requests.')
  else {
    const { files } = await daemon.control.getHealth(undefined)
    print(
      files
        ? `Everything is again as in ${forTerminal(files.from)}.`
        : 'Removed all endpoints, rules and requests.',
    )
  }
  return exitCodes.clean
}

export const open: Run = async ({ host: { platform, env }, daemon, json, say, print }) => {
  // Do not open a page that cannot load.
  await daemon.control.getHealth(undefined)
  print(json ? JSON.stringify({ url: daemon.url }) : daemon.url)
  openWeb({ url: daemon.url, platform, env, warn: say })
  return exitCodes.clean
}
