// `mock-endpoint repair`: saves what can be read of a damaged data folder.
import { resolve } from 'node:path'
import { type Repair, repairDataFolder } from '../data-folder/repair.ts'
import type { Host } from './host.ts'
import { forTerminal } from './request-line.ts'
import { type Given, givenValue, isOn } from './settings/given.ts'
import { DEFAULT_DATA_DIR } from './settings/read-settings.ts'
import * as table from './settings/table.ts'
import { exitOn, flagNames } from './store-exit.ts'

export interface RepairCommandOptions {
  readonly host: Pick<Host, 'cwd' | 'stdout'>
  readonly given: Given
}

/** Resolves when it is done and told; rejects with the `ExitError` that says why it cannot be. */
export async function repair({ host, given }: RepairCommandOptions): Promise<void> {
  const folder = resolve(host.cwd, givenValue(given, table.dataDir) ?? DEFAULT_DATA_DIR)
  const done = await repairDataFolder({ path: folder, names: flagNames }).catch(exitOn)
  const text = isOn(given, table.json)
    ? JSON.stringify({ event: 'repaired', ...done })
    : toText(done)
  host.stdout.write(`${text}\n`)
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
  'What could not be read is lost, or back as it was before its last change: add it again where it matters.'
