// The flags of the commands that call a running daemon.

import { networkFaults } from '@mock-endpoint/core/client'
import { DEFAULT_PORT } from '../http/default-port.ts'
import {
  parseCount,
  parseDuration,
  parseServiceUrl,
  parseStatus,
  parseText,
} from '../settings/parse-value.ts'
import type { Setting, SettingOf } from '../settings/setting.ts'
import { settings } from '../settings/table.ts'

export const url: Setting<string> = {
  flag: '--url <url>',
  variable: 'MOCK_ENDPOINT_URL',
  meaning: `where the daemon is (default: localhost at MOCK_ENDPOINT_PORT or ${DEFAULT_PORT})`,
  parse: parseServiceUrl,
}
export const sentToken: SettingOf<string | undefined> = {
  ...settings.token,
  meaning: 'the token that the daemon was started with',
}
export const json: Setting = { ...settings.json, meaning: 'print JSON for programs' }

/** Selects a daemon on this machine, as a short form of `url`. */
export const localPort: Setting = {
  ...settings.port,
  meaning: `the port of a daemon on this machine (default: ${DEFAULT_PORT})`,
}

/** The settings of every command that calls a daemon. */
export const remote: readonly Setting[] = [url, localPort, sentToken, json]

export const follow: Setting = {
  flag: '--follow',
  meaning: 'print new requests too, until Ctrl+C',
}
export const endpoint: Setting<string> = {
  flag: '--endpoint <name>',
  meaning: 'only requests to this endpoint',
  parse: parseText,
}
export const statusCode: Setting<number> = {
  flag: '--status <code>',
  meaning: 'status of the response (default: 200)',
  parse: parseStatus,
}
export const delay: Setting<number> = {
  flag: '--delay <time>',
  meaning: 'time before the response: 300ms, 1.5s, 2min (default: 0)',
  parse: parseDuration,
}
export const method: Setting<string> = {
  flag: '--method <method>',
  meaning: 'method of the requests (default: all)',
  parse: (text) => parseText(text).toUpperCase(),
}
export const path: Setting<string> = {
  flag: '--path <path>',
  meaning: 'path of the requests below the endpoint, such as /:id',
  parse: parseText,
}
export const answerData: Setting<string> = {
  flag: '--data <json>',
  meaning: 'JSON of the response, or @file (default: as the endpoint)',
  parse: parseText,
}
export const fault: Setting<string> = {
  flag: '--fault <fault>',
  meaning: `breaks the connection instead: ${networkFaults.join(', ')}`,
  parse: parseText,
}
export const times: Setting<number> = {
  flag: '--times <number>',
  meaning: 'number of requests until it is used up (default: unlimited)',
  parse: parseCount,
}

/** The flags that describe a rule instead of JSON. */
export const ofRule: readonly Setting[] = [
  method,
  path,
  statusCode,
  answerData,
  delay,
  fault,
  times,
]

export const data: Setting = {
  flag: '--data',
  meaning: 'print only its data, byte for byte',
}
export const names: Setting = { flag: '--names', meaning: 'print only the names, one per line' }
export const all: Setting = {
  flag: '--all',
  meaning: 'remove all rules and endpoints too',
}
export const lines: Setting = {
  flag: '--lines',
  meaning: 'write JSON Lines, as a name ending in .jsonl or .ndjson does',
}
export const asEndpoint: Setting<string> = {
  flag: '--name <name>',
  meaning: 'the endpoint that becomes the base URL (default: by the document)',
  parse: parseText,
}
export const atomic: Setting = {
  flag: '--atomic',
  meaning: 'import all of it or nothing, in one call',
}
export const count: Setting<number> = {
  flag: '--count <number>',
  meaning: 'number of requests to wait for (default: 1)',
  parse: parseCount,
}
export const timeout: Setting<number> = {
  flag: '--timeout <time>',
  meaning: 'how long to wait: 500ms, 30s, 5min (default: 30s)',
  parse: parseDuration,
}
