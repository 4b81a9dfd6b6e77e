// `mock-endpoint add`, `get`, `list`, `remove` and `clear endpoints`: endpoints from a shell.
import { type EndpointSummary, endpointToJson, pages } from '@mock-endpoint/core/client'
import { exitCodes } from '../program/exit.ts'
import { givenValue, isOn } from '../settings/setting.ts'
import { forTerminal, paint } from '../terminal/request-line.ts'
import type { Run } from './command.ts'
import { readJson } from './given-json.ts'
import { removeEach } from './remove-each.ts'
import * as settings from './settings.ts'
import { counted, statusText } from './words.ts'

export const add: Run = async ({ args: [name = '', data], given, host, daemon, json, print }) => {
  const statusCode = givenValue(given, settings.statusCode)
  const delay = givenValue(given, settings.delay)
  const { client, control } = daemon
  // Not with the client, because it rewrites proposed rules in problems as its own method calls.
  const others = JSON.stringify({ name, statusCode, delay })
  await control.addEndpoint(`{"data":${await readJson(data, host)},${others.slice(1)}`)
  print(json ? endpointToJson(await control.getEndpoint(name)) : client.url(name))
  return exitCodes.clean
}

export const get: Run = async ({ args: [name = ''], given, host, daemon, json, colour, print }) => {
  const endpoint = await daemon.control.getEndpoint(name)
  if (isOn(given, settings.data)) host.stdout.write(endpoint.data)
  else if (json) print(endpointToJson(endpoint))
  else {
    print(`${daemon.client.url(name)} ${statusText(endpoint, colour)}`)
    print(endpoint.data)
  }
  return exitCodes.clean
}

export const list: Run = async (call) => {
  const {
    args: [search],
    given,
    daemon,
    json,
    colour,
    signal,
    print,
    say,
  } = call
  const namesAlone = isOn(given, settings.names)
  const textOf = (one: EndpointSummary): string => {
    if (namesAlone) return json ? JSON.stringify(one.name) : forTerminal(one.name)
    return json ? JSON.stringify(one) : summaryText(one, colour)
  }
  const read = (after?: string) =>
    daemon.control.listSummaries({ search, after, limit: 1000 }, signal)
  for await (const { endpoints, unreadable = [] } of pages(read)) {
    for (const one of endpoints) print(textOf(one))
    for (const name of unreadable) say(`Left out: ${forTerminal(name)}, which cannot be read.`)
    if (signal.aborted) break
  }
  return exitCodes.clean
}

const longestStart = 60

function summaryText(summary: EndpointSummary, colour: boolean): string {
  const { name, dataStart, rules, origin, file, changed } = summary
  const start = forTerminal(dataStart.replace(/\s+/g, ' ').trim())
  const shown = start.length > longestStart ? `${start.slice(0, longestStart)}…` : start
  const many = rules > 0 ? ` ${counted(rules, 'rule')}` : ''
  const where = origin === undefined ? '' : ` at ${forTerminal(origin)}`
  const from = file === undefined ? '' : ` (${forTerminal(file)}${changed ? ', changed' : ''})`
  const text = paint('dim', shown, colour)
  return `${forTerminal(name)}${where} ${statusText(summary, colour)}${many}${from} ${text}`
}

export const remove: Run = async ({ args: names, daemon, json, print }) => {
  return removeEach(names, async (name) => {
    await daemon.control.removeEndpoint(name)
    print(json ? JSON.stringify({ removed: name }) : `Removed ${forTerminal(name)}.`)
  })
}

export const clearEndpoints: Run = async ({ daemon, json, print }) => {
  const removed = await daemon.control.clearEndpoints(undefined)
  print(json ? JSON.stringify({ removed }) : `Removed ${counted(removed, 'endpoint')}.`)
  return exitCodes.clean
}
