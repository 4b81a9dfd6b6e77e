// The commands, as one table: the command line, help, completion and the documentation are made of it.
import { dataDir, json } from '../daemon/settings/table.ts'
import type { Command } from './command.ts'
import * as settings from './settings.ts'

const { remote } = settings

/** By their names; those of a group have its name in front. */
export const commands: Readonly<Record<string, Command>> = {
  add: {
    args: '<name> [data]',
    summary: 'add an endpoint, or replace it',
    description:
      'Adds an endpoint, or replaces the one of that name. Data is JSON: an argument, a file (@orders.json), or standard input (-). Prints the URL.',
    example: `add orders '[{"id":1}]' --status 201 --delay 300ms`,
    settings: [settings.statusCode, settings.delay, ...remote],
    load: async () => (await import('./endpoints.ts')).add,
  },
  get: {
    args: '<name>',
    summary: 'show an endpoint',
    description: 'Shows an endpoint: its URL, status, delay and data.',
    example: 'get orders --data > orders.json',
    settings: [settings.data, ...remote],
    load: async () => (await import('./endpoints.ts')).get,
  },
  list: {
    args: '[search]',
    summary: 'list the endpoints',
    description: 'Lists the endpoints whose names contain a text, or all of them.',
    example: 'list order',
    settings: [settings.names, ...remote],
    load: async () => (await import('./endpoints.ts')).list,
  },
  remove: {
    args: '<name...>',
    summary: 'remove endpoints',
    description: 'Removes endpoints, with their rules.',
    example: 'remove orders users',
    settings: remote,
    load: async () => (await import('./endpoints.ts')).remove,
  },
  clear: {
    summary: 'remove all endpoints',
    description: 'Removes all endpoints, with their rules.',
    example: 'clear',
    settings: remote,
    load: async () => (await import('./endpoints.ts')).clear,
  },
  reset: {
    summary: 'forget all requests',
    description: 'Ends delays and holds, forgets all requests, and removes the rules with an end.',
    example: 'reset --all',
    settings: [settings.all, ...remote],
    load: async () => (await import('./service.ts')).reset,
  },
  'rule add': {
    args: '[rule]',
    summary: 'add a rule, or replace it',
    description:
      'Adds a rule, or replaces the one of that id. It is JSON: an argument, a file (@rule.json), or standard input (-).',
    example: `rule add '{"endpoint":"orders","when":{"method":"POST"},"answer":{"statusCode":201}}'`,
    settings: remote,
    load: async () => (await import('./rules.ts')).addRule,
  },
  'rule get': {
    args: '<id>',
    summary: 'show a rule',
    description: 'Shows a rule as JSON.',
    example: 'rule get created',
    settings: remote,
    load: async () => (await import('./rules.ts')).getRule,
  },
  'rule list': {
    args: '[endpoint]',
    summary: 'list the rules',
    description: 'Lists the rules of an endpoint, or all, in the order in which they are tried.',
    example: 'rule list orders',
    settings: remote,
    load: async () => (await import('./rules.ts')).listRules,
  },
  'rule remove': {
    args: '<id...>',
    summary: 'remove rules',
    description: 'Removes rules.',
    example: 'rule remove created',
    settings: remote,
    load: async () => (await import('./rules.ts')).removeRule,
  },
  'rule clear': {
    args: '[endpoint]',
    summary: 'remove all rules',
    description: 'Removes the rules of an endpoint, or all.',
    example: 'rule clear orders',
    settings: remote,
    load: async () => (await import('./rules.ts')).clearRules,
  },
  requests: {
    summary: 'print what the daemon was asked',
    description: 'Prints what a running daemon was asked.',
    example: 'requests --follow --endpoint orders',
    settings: [settings.follow, settings.endpoint, ...remote],
    load: async () => (await import('./requests.ts')).requests,
  },
  wait: {
    args: '<name>',
    summary: 'wait until an endpoint was asked',
    description:
      'Waits until an endpoint was asked, counting what the journal has already, and prints the requests. Ends with 7 when the time is up.',
    example: 'wait hook --count 2 --timeout 10s',
    settings: [settings.count, settings.timeout, ...remote],
    load: async () => (await import('./wait.ts')).wait,
  },
  open: {
    summary: 'open the page in the browser',
    description: 'Opens the page of a running daemon in the browser.',
    example: 'open',
    settings: remote,
    load: async () => (await import('./service.ts')).open,
  },
  status: {
    summary: 'show how the daemon is',
    description:
      'Shows how the daemon is. Ends with 6 when no daemon answers, and with 8 when it is degraded.',
    example: 'status',
    settings: remote,
    load: async () => (await import('./service.ts')).status,
  },
  completion: {
    args: '<shell>',
    summary: 'print what bash, zsh or fish completes with',
    description: 'Prints a script for bash, zsh or fish; its last line says where it belongs.',
    example: 'completion bash',
    settings: [],
    load: async () => (await import('./completion.ts')).completionOf(commands),
  },
  repair: {
    summary: 'save what can be read of a damaged data folder',
    description:
      'Saves what can be read of a damaged data folder, and keeps the files as they were beside it. The daemon must not be running.',
    example: 'repair --data-dir mocks.db',
    settings: [
      { ...dataDir, meaning: 'the folder to repair (default: .mock-endpoint)' },
      { ...json, meaning: 'print the result as a JSON object' },
    ],
    load: async () => (await import('./repair.ts')).repair,
  },
}
