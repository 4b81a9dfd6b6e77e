// `mock-endpoint status`, `reset` and `open`: the service as a whole from a shell.
import { exitCodes } from '../daemon/exit.ts'
import { forTerminal, paint } from '../daemon/request-line.ts'
import { isOn } from '../daemon/settings/given.ts'
import { openPage } from '../daemon/terminal/open-page.ts'
import type { Run } from './command.ts'
import * as settings from './settings.ts'
import { counted } from './words.ts'

/** Ends with a code of its own when the daemon is not well, so that a script can ask. */
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
    print(`${daemon.url} is ${well}: version ${version}, store ${store}, ${many.join(', ')}`)
    if (reason !== undefined) print(forTerminal(reason))
  }
  return isOk ? exitCodes.clean : exitCodes.degraded
}

export const reset: Run = async ({ given, daemon, json, print }) => {
  const all = isOn(given, settings.all)
  await daemon.control.reset(JSON.stringify({ rules: all, endpoints: all }))
  if (json) print(JSON.stringify({ reset: true }))
  else print(all ? 'Removed all endpoints, rules and requests.' : 'Forgot all requests.')
  return exitCodes.clean
}

export const open: Run = async ({ host: { platform, env }, daemon, json, say, print }) => {
  // Nobody wants a browser that says that nobody answers.
  await daemon.control.getHealth(undefined)
  print(json ? JSON.stringify({ url: daemon.url }) : daemon.url)
  openPage({ url: daemon.url, platform, env, warn: say })
  return exitCodes.clean
}
