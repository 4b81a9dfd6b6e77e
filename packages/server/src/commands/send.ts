// `mock-endpoint send`: sends a webhook, for a shell that tests a receiver.
import { setTimeout } from 'node:timers/promises'
import {
  type Delivery,
  type DeliveryAttempt,
  type NewDelivery,
  rawJson,
  type WebhookSecret,
} from '@mock-endpoint/core/client'
import { createMock } from '@mock-endpoint/core/mock'
import { createForwarder } from '../forward/forwarder.ts'
import { type ExitCode, ExitError, exitCodes } from '../program/exit.ts'
import { type Given, givenValue } from '../settings/setting.ts'
import { jsonLine } from '../terminal/json-line.ts'
import { forTerminal, paint } from '../terminal/request-line.ts'
import type { Call, Run } from './command.ts'
import * as settings from './delivery-settings.ts'
import { readJson, readWhole } from './given-json.ts'
import { bodyText } from './requests.ts'
import { counted, statusText } from './words.ts'

/** Calls no daemon. Every URL is allowed, because the user typed it. */
export const send: Run = async (call) => {
  const { json, print, signal } = call
  const delivery = await toDelivery(call)
  const mock = await createMock({ forwarder: createForwarder(), allowSend: everywhere })
  try {
    const sent = await mock.send(delivery)
    let seen = 0
    for (;;) {
      const now = signal.aborted ? undefined : await sent.read()
      if (!now) throw new ExitError(exitCodes.timedOut, 'It was interrupted.')
      if (!json) for (const each of attemptsBehind(now, seen)) print(attemptText(each, now, call))
      seen = now.attemptsDropped + now.attempts.length
      if (now.state !== 'pending') return ended(now, call)
      await setTimeout(glance)
    }
  } finally {
    await mock.close()
  }
}

/** Returns the attempts after the first `seen`, as far as they are kept (at most 10,000). */
export function attemptsBehind(
  { attempts, attemptsDropped }: Pick<Delivery, 'attempts' | 'attemptsDropped'>,
  seen: number,
): readonly DeliveryAttempt[] {
  return attempts.slice(Math.max(0, seen - attemptsDropped))
}

/** All hosts and addresses, including private ones. */
const everywhere = ['*', '0.0.0.0/0', '::/0']

/** Time between two checks for ended attempts, in milliseconds. */
const glance = 20

async function toDelivery({ args, given, host }: Call): Promise<NewDelivery> {
  const [to = '', ...events] = args
  const options = {
    to: /^[^/:]+:\d+(\/|$)/.test(to) ? `http://${to}` : to,
    method: givenValue(given, settings.method),
    headers: headersOf(settings.headers.read(given)),
    sign: signingOf(given),
    attempts: givenValue(given, settings.attempts),
    backoff: backoffOf(settings.backoff.read(given)),
    timeout: givenValue(given, settings.timeout),
    duplicate: givenValue(given, settings.duplicate),
    shuffle: givenValue(given, settings.shuffle),
  }
  const id = givenValue(given, settings.id)
  const text = givenValue(given, settings.body)
  if (text !== undefined) {
    if (events.length > 0) throw refusal('--body cannot be used with an event.')
    const body = text.startsWith('@') ? await readWhole(text.slice(1), host) : text
    return { ...options, id, body }
  }
  if (events.length <= 1) {
    return { ...options, id, event: rawJson(await readJson(events[0], host)) }
  }
  if (id !== undefined) throw refusal('--id cannot be used with several events.')
  const texts: string[] = []
  for (const event of events) texts.push(await readJson(event, host))
  return { ...options, events: texts.map(rawJson) }
}

function headersOf(lines: readonly (readonly [name: string, value: string])[]) {
  const headers = new Map<string, string[]>()
  for (const [name, value] of lines) headers.set(name, [...(headers.get(name) ?? []), value])
  return Object.fromEntries(headers)
}

/** Returns the signing options. `--sign` is a scheme, or all options as JSON. */
function signingOf(given: Given): WebhookSecret | undefined {
  const text = givenValue(given, settings.sign)
  if (text === undefined) {
    if ('--secret' in given.flags) throw refusal('--secret needs --sign.')
    return undefined
  }
  const secret = givenValue(given, settings.secret)
  const members = text.startsWith('{') ? parseSigning(text) : { scheme: text }
  if (secret === undefined && !('secret' in members)) {
    throw refusal(`--sign needs --secret, or the variable ${settings.secret.variable}.`)
  }
  return { ...members, ...(secret !== undefined && { secret }) } as WebhookSecret
}

function parseSigning(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    throw refusal(
      '--sign is not valid JSON. It is a scheme such as stripe, or {"scheme": "hmac", …}.',
    )
  }
}

/** Returns a single time as a number, which doubles per attempt, and several times as a list. */
function backoffOf(times: readonly number[]): number | readonly number[] | undefined {
  return times.length > 1 ? times : times[0]
}

/** Returns a line such as `attempt 2: 200 OK in 3 ms`, and the response on a second line. */
function attemptText(
  { event, attempt, statusCode, durationMs, detail, response }: DeliveryAttempt,
  { messages }: Delivery,
  { colour, host }: Call,
): string {
  const which = messages > 1 ? `event ${event + 1}, attempt ${attempt}` : `attempt ${attempt}`
  const took = `${Math.round(durationMs * 10) / 10} ms`
  const what =
    detail === undefined
      ? statusText({ statusCode: statusCode ?? 0, delay: 0 }, colour)
      : paint('red', forTerminal(detail), colour)
  const line = `${which}: ${what}${detail === undefined ? ` in ${took}` : ''}`
  const body = response ? bodyText(response, host) : ''
  return body === '' ? line : `${line}\n  ${paint('dim', body, colour)}`
}

function ended(delivery: Delivery, { json, print }: Call): ExitCode {
  if (json) print(jsonLine(delivery))
  const { state, messages, failed, to } = delivery
  if (state === 'delivered') return exitCodes.clean
  const what = messages === 1 ? 'the webhook' : `${failed} of ${counted(messages, 'webhook')}`
  throw new ExitError(exitCodes.notTaken, `${forTerminal(to)} did not take ${what}.`)
}

function refusal(sentence: string): ExitError {
  return new ExitError(exitCodes.badSetting, sentence)
}
