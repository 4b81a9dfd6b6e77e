// What the OpenAPI document says of webhooks that are sent.
import { deliverySchema } from '../../../model/delivery/delivery-schema.ts'
import { toJsonSchema } from '../../../model/json/json-schema.ts'
import { describeMember } from '../../../model/rule/member.ts'
import type { DeliveryOperation } from '../effect.ts'
import { deliveryQuerySchema, deliveryWaitSchema } from '../queries.ts'
import { messageSchema } from './openapi-journal.ts'
import {
  type Description,
  integer,
  object,
  type Part,
  ref,
  response,
  success,
  text,
  toParameters,
  toSchema,
} from './openapi-parts.ts'

const time: Part = { ...text, format: 'date-time' }

const attemptSchema: Part = object(
  {
    event: { ...integer, description: 'Which of the events it was, from 0.' },
    messageId: {
      ...text,
      description: 'The same in all attempts of a message, and its duplicates.',
    },
    attempt: { ...integer, description: 'Which attempt of this message it was, from 1.' },
    sentAt: time,
    durationMs: { type: 'number', description: 'Until the response was there, or it failed.' },
    statusCode: { type: ['integer', 'null'], description: 'null when there was no response.' },
  },
  {
    error: { ...text, description: 'Why there was no response: an error type of RFC 9209.' },
    detail: { ...text, description: 'The same in a sentence.' },
    request: { ...messageSchema, description: 'What was sent. Only where one delivery is shown.' },
    response: { ...messageSchema, description: 'What came back, there, too.' },
  },
)

/** The schemas of a delivery, as it is asked for and as it is shown. */
export const deliverySchemas: Readonly<Record<string, Part>> = {
  NewDelivery: toJsonSchema(deliverySchema, { io: 'input', describe: describeMember }),
  Delivery: object(
    {
      id: { ...integer, description: 'Grows with each delivery.' },
      to: text,
      method: text,
      state: { enum: ['pending', 'delivered', 'failed', 'cancelled'] },
      createdAt: time,
      messages: { ...integer, description: 'Each event counts as often as `duplicate` says.' },
      delivered: { ...integer, description: 'How many of the messages were answered with a 2xx.' },
      failed: { ...integer, description: 'How many were not, and are not tried again.' },
      attempts: { type: 'array', items: attemptSchema, description: 'In the order they ended.' },
      attemptsDropped: { ...integer, description: 'How many earlier ones are no longer kept.' },
    },
    { request: { ...integer, description: 'The request whose response it follows, if one does.' } },
  ),
}

export const describedDeliveries: Readonly<Record<DeliveryOperation, Description>> = {
  sendDelivery: {
    summary: 'Begins to send a webhook, or several',
    responses: {
      200: response('The delivery', { allOf: [object({ success }), ref('Delivery')] }),
    },
    requestBody: {
      required: true,
      description: 'Read as JSON whatever its Content-Type says.',
      content: { 'application/json': { schema: ref('NewDelivery') } },
    },
  },
  listDeliveries: {
    summary: 'Lists deliveries in the order of their ids, page by page',
    responses: {
      200: response(
        'A page; `next` is null on the last one',
        object({
          deliveries: { type: 'array', items: ref('Delivery') },
          next: { type: ['string', 'null'] },
        }),
      ),
    },
    parameters: toParameters(
      toSchema(deliveryQuerySchema, 'input', {
        request: { description: 'Only those that follow the request of this id.' },
        after: { description: 'The `next` of the page before.' },
        limit: { description: 'How many deliveries a page holds at most.' },
      }),
    ),
  },
  clearDeliveries: {
    summary: 'Cancels the deliveries that are pending, and forgets all',
    responses: { 200: response('How many there were', object({ success, removed: integer })) },
  },
  getDelivery: {
    summary: 'Shows one delivery, with what was sent and what came back',
    responses: { 200: response('The delivery as it now stands', ref('Delivery')) },
    parameters: toParameters(
      toSchema(deliveryWaitSchema, 'input', {
        wait: { description: 'How long to wait while it is pending, in milliseconds.' },
      }),
    ),
  },
  removeDelivery: {
    summary: 'Cancels a delivery if it is pending, and forgets it',
    responses: { 200: response('It is gone', object({ success, id: integer })) },
  },
}
