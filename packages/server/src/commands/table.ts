// The table of all commands: the source of the command line, help, completion and documentation.
import { settings as ofDaemon } from '../settings/table.ts'
import type { Command } from './command.ts'
import * as ofDelivery from './delivery-settings.ts'
import * as settings from './settings.ts'

const { remote } = settings

/** The commands by name. In a group, the name begins with the name of the group. */
export const commands: Readonly<Record<string, Command>> = {
  add: {
    args: '<name> [data]',
    summary: 'add an endpoint, or replace it',
    description:
      'Adds an endpoint, or replaces the endpoint with that name. Data is JSON: an argument, a file (@orders.json), or standard input (-). Prints the URL.',
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
    summary: 'remove all requests',
    description: 'Removes all requests. Delays and holds go on.',
    example: 'clear requests',
    settings: remote,
    load: async () => (await import('./requests.ts')).clearRequests,
  },
  reset: {
    summary: 'end delays and holds, and remove all requests',
    description: 'Ends delays and holds, and removes all requests and the temporary rules.',
    example: 'reset --all',
    settings: [settings.all, ...remote],
    load: async () => (await import('./service.ts')).reset,
  },
  'rule add': {
    args: '[rule]',
    summary: 'add a rule, or replace it',
    description:
      'Adds a rule, or replaces the rule with that id. A rule is JSON: an argument, a file (@rule.json), or standard input (-). For a simple rule, give its endpoint and flags instead.',
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
      'Writes all endpoints and rules to a file, or to standard output. The file is written completely or not at all.',
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
    summary: 'add the responses of a HAR recording, as rules',
    description:
      'Adds a rule for each request in a HAR file. A repeated request gets its responses in order. Each host becomes an endpoint, which is the base URL for clients. Requests that were left out are listed.',
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
    description:
      'Prints the requests that a running daemon received, or only those to one endpoint.',
    example: 'requests orders --follow',
    settings: [settings.follow, settings.endpoint, ...remote],
    load: async () => (await import('./requests.ts')).requests,
  },
  tail: {
    args: '[endpoint]',
    summary: 'print requests as they arrive',
    description: 'Prints earlier requests, and new ones until Ctrl+C: `requests --follow`.',
    example: 'tail orders',
    settings: remote,
    load: async () => (await import('./requests.ts')).tail,
  },
  release: {
    args: '[endpoint] [response]',
    summary: 'release held requests',
    description:
      'Releases the requests that rules hold, at an endpoint or everywhere. A response, as JSON, replaces members of the response of their rules.',
    example: `release orders '{"statusCode":503}'`,
    settings: remote,
    load: async () => (await import('./rules.ts')).release,
  },
  wait: {
    args: '<name>',
    summary: 'wait until an endpoint receives requests',
    description:
      'Waits until an endpoint has received requests, including earlier ones, and prints them. Exits with 7 when the time is up.',
    example: 'wait hook --count 2 --timeout 10s',
    settings: [settings.count, settings.timeout, ...remote],
    load: async () => (await import('./wait.ts')).wait,
  },
  send: {
    args: '<url> [event...]',
    summary: 'send a webhook, signed and with retries',
    description:
      'Sends webhooks to a URL, and prints the responses. It needs no daemon. An event is JSON: an argument, a file (@event.json), or standard input (-). Exits with 9 if the receiver does not accept one.',
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
    settings: [
      ...[settings.url, settings.localPort, settings.sentToken],
      ...[ofDaemon.allowForward, ofDaemon.allowSend],
    ],
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
    summary: 'show whether the daemon works',
    description:
      'Shows whether the daemon works, and where it serves from. Exits with 6 when no daemon responds, and with 8 when it is degraded.',
    example: 'status',
    settings: remote,
    load: async () => (await import('./service.ts')).status,
  },
  ca: {
    summary: 'show the certificate that clients have to trust',
    description:
      'Shows the certificate that clients of --https have to trust, and the setting of each client. Creates it if necessary. It needs no daemon.',
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
    summary: 'save the readable part of a damaged data folder',
    description:
      'Saves the readable part of a damaged data folder, and keeps the old files. The daemon must not be running.',
    example: 'repair --data-dir mocks.db',
    settings: [
      { ...ofDaemon.dataDir, meaning: 'the folder to repair (default: .mock-endpoint)' },
      { ...ofDaemon.json, meaning: 'print the result as a JSON object' },
    ],
    load: async () => (await import('./repair.ts')).repair,
  },
}
