// The flags of `mock-endpoint send`.
import type { NewDelivery } from '@mock-endpoint/core/client'
import {
  parseCount,
  parseDuration,
  parseHeader,
  parseSeed,
  parseText,
} from '../settings/parse-value.ts'
import { list, type Setting, type SettingOf } from '../settings/setting.ts'

export const sign: Setting<string> = {
  flag: '--sign <scheme>',
  meaning:
    'how it is signed: standard, github, stripe, slack, shopify, twilio, or JSON for hmac (default: unsigned)',
  parse: parseText,
}
export const secret: Setting<string> = {
  flag: '--secret <text>',
  variable: 'MOCK_ENDPOINT_SIGNING_SECRET',
  meaning: 'the secret that it is signed with',
  parse: parseText,
  isSecret: true,
}
export const headers: SettingOf<readonly (readonly [name: string, value: string])[]> = list({
  flag: '--header <line>',
  meaning: 'a header such as `X-Key: 1`; repeatable',
  hasCommas: true,
  parse: parseHeader,
})
export const method: Setting<NonNullable<NewDelivery['method']>> = {
  flag: '--method <method>',
  meaning: 'POST, PUT, PATCH or DELETE (default: POST)',
  parse: (text) => parseText(text).toUpperCase() as NonNullable<NewDelivery['method']>,
}
export const body: Setting<string> = {
  flag: '--body <text>',
  meaning: 'a body instead of an event, or @file',
  parse: (text) => text,
}
export const id: Setting<string> = {
  flag: '--id <text>',
  meaning: 'the id of the message (default: a new one)',
  parse: parseText,
}
export const attempts: Setting<number> = {
  flag: '--attempts <number>',
  meaning: 'maximum number of attempts (default: 1)',
  parse: parseCount,
}
export const backoff: SettingOf<readonly number[]> = list({
  flag: '--backoff <time>',
  meaning: 'time to the next attempt, which doubles, or a list: 1s,5s,1min (default: 1s)',
  parse: parseDuration,
})
export const timeout: Setting<number> = {
  flag: '--timeout <time>',
  meaning: 'how long an attempt may take (default: 10s)',
  parse: parseDuration,
}
export const duplicate: Setting<number> = {
  flag: '--duplicate <number>',
  meaning: 'how often each event is sent (default: 1)',
  parse: parseCount,
}
export const shuffle: Setting<number> = {
  flag: '--shuffle <seed>',
  meaning: 'seed that shuffles the events',
  parse: parseSeed,
}
