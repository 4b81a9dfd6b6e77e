// The commands, as one table: the command line, help, completion and the documentation are made of it.
import { settings as ofDaemon } from '../settings/table.ts'
import type { Command } from './command.ts'
import * as ofDelivery from './delivery-settings.ts'
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
    aliases: ['ls'],
    summary: 'list the endpoints',
    description: 'Lists the endpoints whose names contain a text, or all of them.',
    example: 'list order',
    settings: [settings.names, ...remote],
    load: async () => (await import('./endpoints.ts')).list,
  },
  remove: {
    args: '<name...>',
    aliases: ['rm', 'delete'],
    summary: 'remove endpoints',
    description: 'Removes endpoints, with their rules.',
    example: 'remove orders users',
    settings: remote,
    load: async () => (await import('./endpoints.ts')).remove,
  },
  'clear endpoints': {
    summary: 'remove all endpoints',
    description: 'Removes all endpoints, with their rules.',
    example: 'clear endpoints',
    settings: remote,
    load: async () => (await import('./endpoints.ts')).clearEndpoints,
  },
  'clear requests': {
    summary: 'forget all requests',
    description: 'Forgets all requests. Delays and holds go on.',
    example: 'clear requests',
    settings: remote,
    load: async () => (await import('./requests.ts')).clearRequests,
  },
  reset: {
    summary: 'end delays and holds, and forget all requests',
    description: 'Ends delays and holds, forgets all requests, and removes the temporary rules.',
    example: 'reset --all',
    settings: [settings.all, ...remote],
    load: async () => (await import('./service.ts')).reset,
  },
  'rule add': {
    args: '[rule]',
    summary: 'add a rule, or replace it',
    description:
      'Adds a rule, or replaces the one of that id. It is JSON: an argument, a file (@rule.json), or standard input (-). A rule that flags can say needs none: its endpoint stands in its place.',
    example: 'rule add orders --method POST --status 503 --times 2',
    settings: [...settings.ofRule, ...remote],
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
    aliases: ['ls'],
    summary: 'list the rules',
    description: 'Lists the rules of an endpoint, or all, in the order in which they are tried.',
    example: 'rule list orders',
    settings: remote,
    load: async () => (await import('./rules.ts')).listRules,
  },
  'rule remove': {
    args: '<id...>',
    aliases: ['rm', 'delete'],
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
  export: {
    args: '[file]',
    summary: 'write all endpoints and rules to a file',
    description:
      'Writes all endpoints and rules to a file, or to standard output. The file is there whole or not at all.',
    example: 'export mocks.json',
    settings: [settings.lines, ...remote],
    load: async () => (await import('./transfer/export.ts')).exportRecords,
  },
  import: {
    args: '<file>',
    summary: 'add the endpoints and rules of a file',
    description:
      'Adds the endpoints and rules of a file, or of standard input (-), as export writes them. Names and ids that exist are replaced. Refused records are listed; the others are imported.',
    example: 'import mocks.json --atomic',
    settings: [settings.atomic, ...remote],
    load: async () => (await import('./transfer/import.ts')).importRecords,
  },
  'import har': {
    args: '<file>',
    summary: 'add what a HAR recording has answered, as rules',
    description:
      'Adds a rule for each request that a HAR file of a browser has recorded. A request that was made several times gets its responses in turn. Each host becomes an endpoint, which is the base URL for clients. What is left out is listed.',
    example: 'import har shop.har --name shop',
    settings: [settings.asEndpoint, ...remote],
    load: async () => (await import('./transfer/import-converted.ts')).importHar,
  },
  'import openapi': {
    args: '<file>',
    summary: 'add the examples of an OpenAPI 3 document, as rules',
    description:
      'Adds a rule for each operation of an OpenAPI 3 document (JSON or YAML) that has an example. The API becomes an endpoint, which is the base URL for clients. Operations without an example are listed.',
    example: 'import openapi petstore.yaml',
    settings: [settings.asEndpoint, ...remote],
    load: async () => (await import('./transfer/import-converted.ts')).importOpenApi,
  },
  requests: {
    args: '[endpoint]',
    summary: 'print the requests that a daemon received',
    description: 'Prints the requests that a running daemon received, or those of an endpoint.',
    example: 'requests orders --follow',
    settings: [settings.follow, settings.endpoint, ...remote],
    load: async () => (await import('./requests.ts')).requests,
  },
  tail: {
    args: '[endpoint]',
    summary: 'print requests as they come',
    description: 'Prints the requests that came, and new ones until Ctrl+C: `requests --follow`.',
    example: 'tail orders',
    settings: remote,
    load: async () => (await import('./requests.ts')).tail,
  },
  release: {
    args: '[endpoint] [response]',
    summary: 'answer the requests that are held',
    description:
      'Answers the requests that rules hold, at an endpoint or everywhere. What the response says, as JSON, replaces what their rules say.',
    example: `release orders '{"statusCode":503}'`,
    settings: remote,
    load: async () => (await import('./rules.ts')).release,
  },
  wait: {
    args: '<name>',
    summary: 'wait until an endpoint receives requests',
    description:
      'Waits until an endpoint has received requests, counting those that are in the journal already, and prints them. Ends with 7 when the time is up.',
    example: 'wait hook --count 2 --timeout 10s',
    settings: [settings.count, settings.timeout, ...remote],
    load: async () => (await import('./wait.ts')).wait,
  },
  send: {
    args: '<url> [event...]',
    summary: 'send a webhook, signed and again if need be',
    description:
      'Sends webhooks to a URL and prints what comes back, from this process: it needs no daemon. An event is JSON: an argument, a file (@event.json), or standard input (-). Ends with 9 when one is not taken.',
    example: 'send http://localhost:3000/hooks @event.json --sign stripe --secret whsec_test',
    settings: [
      ...[ofDelivery.sign, ofDelivery.secret, ofDelivery.headers, ofDelivery.method],
      ...[ofDelivery.body, ofDelivery.id, ofDelivery.attempts, ofDelivery.backoff],
      ...[ofDelivery.timeout, ofDelivery.duplicate, ofDelivery.shuffle, settings.json],
    ],
    load: async () => (await import('./send.ts')).send,
  },
  mcp: {
    summary: 'let a coding agent use the mocks (MCP)',
    description:
      'Serves MCP over standard input and output, for coding agents: they add mocks, look at requests and send webhooks. Uses a running daemon, or keeps the mocks in memory when there is none.',
    example: 'mcp',
    settings: [settings.url, settings.localPort, settings.sentToken],
    load: async () => (await import('./mcp.ts')).mcp,
  },
  open: {
    summary: 'open the web UI in the browser',
    description: 'Opens the web UI of a running daemon in the browser.',
    example: 'open',
    settings: remote,
    load: async () => (await import('./service.ts')).open,
  },
  status: {
    summary: 'show whether the daemon is well',
    description:
      'Shows whether the daemon is well, and what it serves. Ends with 6 when no daemon answers, and with 8 when it is degraded.',
    example: 'status',
    settings: remote,
    load: async () => (await import('./service.ts')).status,
  },
  ca: {
    summary: 'show the certificate that clients have to trust',
    description:
      'Shows the file with the certificate that clients of --https have to trust, and how each is told to. Makes it if need be, and needs no daemon.',
    example: 'ca',
    settings: [
      { ...ofDaemon.dataDir, meaning: 'the folder that keeps it (default: .mock-endpoint)' },
      { ...ofDaemon.json, meaning: 'print the file and its content as a JSON object' },
    ],
    load: async () => (await import('./ca.ts')).ca,
  },
  completion: {
    args: '<shell>',
    summary: 'print completions for bash, zsh or fish',
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
      { ...ofDaemon.dataDir, meaning: 'the folder to repair (default: .mock-endpoint)' },
      { ...ofDaemon.json, meaning: 'print the result as a JSON object' },
    ],
    load: async () => (await import('./repair.ts')).repair,
  },
}
