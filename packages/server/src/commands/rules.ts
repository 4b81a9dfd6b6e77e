// `mock-endpoint rule add`, `list`, `get`, `remove` and `clear`: rules from a shell.
import { type ListedRule, ruleToJson } from '@mock-endpoint/core/client'
import { exitCodes } from '../daemon/exit.ts'
import { forTerminal } from '../daemon/request-line.ts'
import type { Run } from './command.ts'
import { readJson } from './given-json.ts'
import { counted } from './words.ts'

export const addRule: Run = async ({ args: [rule], host, daemon, json, print }) => {
  const added = await daemon.control.addRule(await readJson(rule, host))
  print(json ? ruleToJson(added) : `Added rule ${forTerminal(added.id)}.`)
  return exitCodes.clean
}

export const listRules: Run = async (call) => {
  const {
    args: [endpoint],
    daemon,
    json,
    signal,
    print,
    say,
  } = call
  let after: string | undefined
  do {
    const page = await daemon.control.listRules({ endpoint, after, limit: 1000 }, signal)
    for (const rule of page.rules) print(json ? ruleToJson(rule) : ruleText(rule))
    for (const name of page.unreadable ?? []) {
      say(`Left out: the rules of ${forTerminal(name)}, as one cannot be read.`)
    }
    after = page.next ?? undefined
  } while (after !== undefined && !signal.aborted)
  return exitCodes.clean
}

export const getRule: Run = async ({ args: [id = ''], daemon, print }) => {
  print(ruleToJson(await daemon.control.getRule(id)))
  return exitCodes.clean
}

export const removeRule: Run = async ({ args: ids, daemon, json, print }) => {
  for (const id of ids) {
    await daemon.control.removeRule(id)
    print(json ? JSON.stringify({ removed: id }) : `Removed rule ${forTerminal(id)}.`)
  }
  return exitCodes.clean
}

export const clearRules: Run = async ({ args: [endpoint], daemon, json, print }) => {
  const removed = await daemon.control.clearRules({ endpoint })
  print(json ? JSON.stringify({ removed }) : `Removed ${counted(removed, 'rule')}.`)
  return exitCodes.clean
}

function ruleText(rule: ListedRule): string {
  return `${forTerminal(rule.endpoint)} ${forTerminal(rule.id)} ${forTerminal(ruleToJson(rule))}`
}
