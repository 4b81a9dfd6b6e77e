// `mock-endpoint repair`: saves what can be read of a damaged data folder.
import { resolve } from 'node:path'
import { exitCodes } from '../daemon/exit.ts'
import { forTerminal } from '../daemon/request-line.ts'
import { givenValue } from '../daemon/settings/given.ts'
import { DEFAULT_DATA_DIR } from '../daemon/settings/read-settings.ts'
import * as table from '../daemon/settings/table.ts'
import { exitOn, flagNames } from '../daemon/store-exit.ts'
import { type Repair, repairDataFolder } from '../data-folder/repair.ts'
import type { Run } from './command.ts'

/** Calls no daemon: it must not be running. */
export const repair: Run = async ({ host, given, json, print }) => {
  const folder = resolve(host.cwd, givenValue(given, table.dataDir) ?? DEFAULT_DATA_DIR)
  const done = await repairDataFolder({ path: folder, names: flagNames }).catch(exitOn)
  print(json ? JSON.stringify({ event: 'repaired', ...done }) : toText(done))
  return exitCodes.clean
}

function toText({ damages, endpoints, rules, keptIn }: Repair): string {
  const found = damages.map(({ file, detail }) => `  ${forTerminal(file)} ${forTerminal(detail)}`)
  return [
    found.length === 0 ? 'No damage was found.' : `Damaged:\n${found.join('\n')}`,
    `${whatIsThere(endpoints, rules)} there now.`,
    ...(found.length === 0 ? [] : [whatIsLost]),
    `The files as they were: ${forTerminal(keptIn)}`,
  ].join('\n')
}

function whatIsThere(endpoints: number, rules: number): string {
  const counted = endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`
  if (rules > 0) return `${counted} and ${rules === 1 ? '1 rule' : `${rules} rules`} are`
  return `${counted} ${endpoints === 1 ? 'is' : 'are'}`
}

const whatIsLost =
  'What could not be read is lost, or is back at an earlier version. Add it again if you need it.'
