// `mock-endpoint rule add`, `list`, `get`, `remove` and `clear`, and `release`: rules from a shell.
import {
  conditionWords,
  type ListedRule,
  pages,
  requestWords,
  ruleToJson,
} from '@mock-endpoint/core/client'
import { ExitError, exitCodes } from '../program/exit.ts'
import { type Given, givenValue } from '../settings/setting.ts'
import type { Host } from '../terminal/host.ts'
import { forTerminal } from '../terminal/request-line.ts'
import type { Run } from './command.ts'
import { readJson } from './given-json.ts'
import { removeEach } from './remove-each.ts'
import * as settings from './settings.ts'
import { counted } from './words.ts'

export const addRule: Run = async ({ args: [rule], given, host, daemon, json, print }) => {
  const text = await ruleOf(rule, given, host)
  const added = await daemon.control.addRule(text)
  print(json ? ruleToJson(added) : `Added rule ${forTerminal(added.id)}.`)
  return exitCodes.clean
}

/** Returns the rule as JSON text. It is given as JSON, or as an endpoint with flags. */
async function ruleOf(rule: string | undefined, given: Given, host: Host): Promise<string> {
  const flags = settings.ofRule.flatMap(({ flag = '' }) => {
    const name = flag.split(' ', 1)[0] ?? ''
    return name in given.flags ? name : []
  })
  const isName = rule !== undefined && !/^\s*\{|^@|^-$/.test(rule)
  if (flags.length === 0) {
    if (!isName) return readJson(rule, host)
    const endpoint = forTerminal(rule)
    const sentence = `A rule is JSON, or an endpoint with flags that say what it answers: mock-endpoint rule add ${endpoint} --status 503`
    throw new ExitError(exitCodes.badSetting, sentence)
  }
  if (!isName) {
    const sentence = `${flags[0]} is for a rule without JSON, of an endpoint: mock-endpoint rule add orders --status 503`
    throw new ExitError(exitCodes.badSetting, sentence)
  }
  const data = givenValue(given, settings.answerData)
  const response = JSON.stringify({
    statusCode: givenValue(given, settings.statusCode),
    delay: givenValue(given, settings.delay),
    fault: givenValue(given, settings.fault),
  })
  const withData =
    data === undefined ? response : objectWith(response, `"data":${await readJson(data, host)}`)
  const others = JSON.stringify({
    endpoint: rule,
    when: { method: givenValue(given, settings.method), path: givenValue(given, settings.path) },
    times: givenValue(given, settings.times),
  })
  return objectWith(others, `"response":${withData}`)
}

/** Adds a member to the JSON text of an object. */
function objectWith(object: string, member: string): string {
  return object === '{}' ? `{${member}}` : `${object.slice(0, -1)},${member}}`
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
  const read = (after?: string) =>
    daemon.control.listRules({ endpoint, after, limit: 1000 }, signal)
  for await (const { rules, unreadable = [] } of pages(read)) {
    for (const rule of rules) print(json ? withCounts(rule) : ruleText(rule))
    for (const name of unreadable) {
      say(`Left out: the rules of ${forTerminal(name)}, as one cannot be read.`)
    }
    if (signal.aborted) break
  }
  return exitCodes.clean
}

function withCounts(rule: ListedRule): string {
  return objectWith(ruleToJson(rule), `"used":${rule.used},"left":${rule.left}`)
}

export const getRule: Run = async ({ args: [id = ''], daemon, print }) => {
  print(ruleToJson(await daemon.control.getRule(id)))
  return exitCodes.clean
}

export const removeRule: Run = async ({ args: ids, daemon, json, print }) => {
  return removeEach(ids, async (id) => {
    await daemon.control.removeRule(id)
    print(json ? JSON.stringify({ removed: id }) : `Removed rule ${forTerminal(id)}.`)
  })
}

export const clearRules: Run = async ({ args: [endpoint], daemon, json, print }) => {
  const removed = await daemon.control.clearRules({ endpoint })
  print(json ? JSON.stringify({ removed }) : `Removed ${counted(removed, 'rule')}.`)
  return exitCodes.clean
}

/** Releases held requests. */
export const release: Run = async ({ args: [endpoint, given], host, daemon, json, print }) => {
  const response = given === undefined ? '' : await readJson(given, host)
  const released = await daemon.control.releaseRequests({ endpoint, response })
  print(json ? JSON.stringify({ released }) : `Released ${counted(released, 'request')}.`)
  return exitCodes.clean
}

/** Returns a line such as `orders-1 orders POST /:id → 503, used 2, 1 left`. */
function ruleText(rule: ListedRule): string {
  const { id, endpoint, recordedAt, when, used, left, chance } = rule
  const often = chance === undefined ? '' : ` at ${chance * 100}%`
  const recorded = recordedAt === undefined ? '' : `recorded ${recordedAt.slice(0, 10)}, `
  const uses = `${recorded}used ${used}${left === null ? '' : `, ${left} left`}`
  const match = [requestWords(when), ...conditionWords(when)].filter((words) => words !== '')
  const matched = match.join(' ') || 'every request'
  return forTerminal(`${id} ${endpoint} ${matched} → ${responseText(rule)}${often}, ${uses}`)
}

function responseText({ response, responses }: ListedRule): string {
  const shown = (responses ?? [response ?? {}]).map((each) => {
    const { statusCode, fault, hold, forward } = each
    const content = forward
      ? `forward to ${forward}`
      : ['data', 'body', 'chunks', 'events'].find((name) => name in each)
    const words = [hold ? 'held' : [], statusCode ?? [], fault ?? [], content ?? []].flat()
    return words.length > 0 ? words.join(' ') : 'as the endpoint'
  })
  return shown.join(' → ')
}
