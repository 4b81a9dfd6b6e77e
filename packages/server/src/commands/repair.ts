// `mock-endpoint repair`: saves the readable part of a damaged data folder.
import { join, resolve } from 'node:path'
import { droppedFile, type Repair, repairDataFolder } from '../data-folder/repair.ts'
import { exitCodes } from '../program/exit.ts'
import { exitOn, flagNames } from '../program/store-exit.ts'
import { settings } from '../settings/table.ts'
import { forTerminal } from '../terminal/request-line.ts'
import type { Run } from './command.ts'

/** Calls no daemon, because the daemon must not be running. */
export const repair: Run = async ({ host, given, json, print }) => {
  const folder = resolve(host.cwd, settings.dataDir.read(given))
  const done = await repairDataFolder({ path: folder, names: flagNames }).catch(exitOn)
  print(json ? JSON.stringify({ event: 'repaired', ...done }) : toText(done))
  return exitCodes.clean
}

function toText({ damages, dropped, endpoints, rules, keptIn }: Repair): string {
  const found = damages.map(({ file, detail }) => `${file} ${detail}`)
  const isWell = found.length === 0 && dropped.length === 0
  return [
    ...(isWell ? ['No damage was found.'] : []),
    ...listed('Damaged:', found),
    ...listed('Dropped, because it is unreadable:', dropped.map(nameOf)),
    `${whatIsThere(endpoints, rules)} there now.`,
    ...(isWell ? [] : [whatIsLost]),
    ...(dropped.length === 0
      ? []
      : [`The dropped bytes: ${forTerminal(join(keptIn, droppedFile))}`]),
    `The files as they were: ${forTerminal(keptIn)}`,
  ].join('\n')
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${forTerminal(line)}`)]
}

function nameOf({ kind, name = '' }: Repair['dropped'][number]): string {
  if (kind === 'endpoint') return `the endpoint ${name}`
  return kind === 'rule' ? `a rule of ${name}` : 'something that mock-endpoint did not write'
}

function whatIsThere(endpoints: number, rules: number): string {
  const counted = endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`
  if (rules > 0) return `${counted} and ${rules === 1 ? '1 rule' : `${rules} rules`} are`
  return `${counted} ${endpoints === 1 ? 'is' : 'are'}`
}

const whatIsLost =
  'Unreadable data is lost, or back at an earlier version. Add it again if you need it.'
