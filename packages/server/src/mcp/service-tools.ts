// Tools for the service as a whole: webhooks, imports and resets.
import { type Delivery, Problem } from '@mock-endpoint/core/client'
import type { Convert } from '../convert/converted.ts'
import { importRules } from '../convert/import-rules.ts'
import { cut } from './cut.ts'
import { argumentsOf, deliveryInput } from './input-schemas.ts'
import { type Tool, type ToolCall, type ToolResult, urlOf } from './tool.ts'

/** In milliseconds. */
const longestWait = 20_000

export const sendWebhook: Tool = {
  title: 'Send a webhook',
  description:
    'Sends a webhook to a server that is being tested, signed as Stripe, GitHub, Slack, Shopify, Twilio or Standard Webhooks sign theirs, and waits up to 20 seconds for its end. To have one sent after a response, give a rule `then`.',
  input: { json: deliveryInput },
  async run({ json, control, signal }) {
    const { id } = await control.sendDelivery(json, signal)
    const delivery = await control.getDelivery({ id: String(id), wait: longestWait }, signal)
    return { text: deliveryText(delivery), data: shortly(delivery) }
  },
}

const mostAttempts = 20

function deliveryText({ id, to, state, messages, delivered, attempts }: Delivery): string {
  const lines = attempts.slice(-mostAttempts).map(({ attempt, statusCode, detail, response }) => {
    const reply = response?.body ? `, ${cut(response.body, 500)}` : ''
    return `Attempt ${attempt}: ${statusCode ?? detail}${reply}`
  })
  const how = messages > 1 ? `, ${delivered} of ${messages} messages delivered` : ''
  return [`Webhook ${id} to ${to} is ${state}${how}.`, ...lines].join('\n')
}

function shortly(delivery: Delivery): object {
  const attempts = delivery.attempts.slice(-mostAttempts)
  return {
    ...delivery,
    attempts: attempts.map(({ request, response, ...rest }) => ({
      ...rest,
      ...(response && { reply: cut(response.body, 500) }),
    })),
  }
}

export const reset: Tool = {
  title: 'Reset',
  description:
    'Before the next test: removes all requests, webhooks and temporary rules, and ends delays and holds. With `all`, also removes every endpoint and rule.',
  input: { arguments: argumentsOf({ all: { type: 'boolean', description: 'Default: false.' } }) },
  isRemoving: true,
  async run({ given: { all = false }, control, signal }) {
    await control.reset(JSON.stringify({ endpoints: all, rules: all }), signal)
    const text = all
      ? 'Everything is removed.'
      : 'The requests and the temporary rules are removed.'
    return { text, data: { all } }
  },
}

export const importMocks: Tool = {
  title: 'Import mocks',
  description:
    'Adds many endpoints and rules at once: {"endpoints": […], "rules": […]} as text; or the examples of an OpenAPI 3 document; or the responses of a HAR recording.',
  input: {
    arguments: argumentsOf(
      {
        text: { type: 'string', description: 'The document.' },
        format: {
          type: 'string',
          enum: ['mock-endpoint', 'openapi', 'har'],
          description: 'Default: mock-endpoint.',
        },
        name: { type: 'string', description: 'For openapi and har: the name of the endpoint.' },
      },
      ['text'],
    ),
  },
  run: (call) => {
    const { format } = call.given
    return format === 'openapi' || format === 'har' ? importOther(call, format) : importOwn(call)
  },
}

async function importOwn({
  given: { text, format },
  control,
  signal,
}: ToolCall): Promise<ToolResult> {
  const imported = await control.importRecords(String(text), signal).catch((cause) => {
    if (format !== undefined || !(cause instanceof Problem)) throw cause
    const hint = 'Of another kind? Say so: "format": "openapi", or "har".'
    throw new Error(`${cause.message} ${hint}`, { cause })
  })
  const { endpoints, rules } = imported
  return {
    text: `Imported ${endpoints} endpoints and ${rules} rules.`,
    data: { endpoints, rules },
  }
}

async function importOther(
  { given: { text, name }, control, url, signal }: ToolCall,
  format: 'openapi' | 'har',
): Promise<ToolResult> {
  const convert = await converterOf(format)
  const as = name === undefined ? undefined : String(name)
  const { rules, left } = await convert(String(text), { name: as, file: 'document' })
  const names = await importRules(control, rules, signal)
  const urls = names.slice(0, mostNamed).map((each) => urlOf(url, each))
  const omitted = left.slice(0, mostLeft)
  const more = names.length > mostNamed ? ', …' : ''
  const done = `Imported ${rules.length} rules. Base URLs: ${urls.join(', ')}${more}`
  return {
    text: [done, ...omitted].join('\n'),
    data: { rules: rules.length, urls, left: omitted },
  }
}

const mostLeft = 20
const mostNamed = 20

async function converterOf(format: 'openapi' | 'har'): Promise<Convert> {
  if (format === 'har') return (await import('../convert/har.ts')).convertHar
  return (await import('../convert/openapi.ts')).convertOpenApi
}
