// The part of the OpenAPI document about deliveries.
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
    event: { ...integer, description: 'The index of the event, from 0.' },
    messageId: {
      ...text,
      description: 'The same for all attempts and duplicates of a message.',
    },
    attempt: { ...integer, description: 'The number of the attempt, from 1.' },
    sentAt: time,
    durationMs: { type: 'number', description: 'Time to the response, or to the failure.' },
    statusCode: { type: ['integer', 'null'], description: 'null when there was no response.' },
  },
  {
    error: { ...text, description: 'Why there was no response: an error type of RFC 9209.' },
    detail: { ...text, description: 'The error as a sentence.' },
    request: { ...messageSchema, description: 'The request. Only when a single delivery is read.' },
    response: {
      ...messageSchema,
      description: 'The response. Only when a single delivery is read.',
    },
  },
)

/** The schemas of a new delivery, and of a delivery as it is shown. */
export const deliverySchemas: Readonly<Record<string, Part>> = {
  NewDelivery: toJsonSchema(deliverySchema, { io: 'input', describe: describeMember }),
  Delivery: object(
    {
      id: { ...integer, description: 'Increases with each delivery.' },
      to: text,
      method: text,
      state: { enum: ['pending', 'delivered', 'failed', 'cancelled'] },
      createdAt: time,
      messages: { ...integer, description: 'Duplicates count too.' },
      delivered: { ...integer, description: 'Messages that got a 2xx.' },
      failed: { ...integer, description: 'Messages that failed, and are not retried.' },
      attempts: { type: 'array', items: attemptSchema, description: 'In the order they ended.' },
      attemptsDropped: { ...integer, description: 'Earlier attempts that are no longer kept.' },
    },
    { request: { ...integer, description: 'The request whose response caused it, if any.' } },
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
      description: 'Read as JSON, whatever its Content-Type.',
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
        request: { description: 'Only deliveries caused by the response to this request.' },
        after: { type: ['string', 'integer'], description: 'The `next` of the previous page.' },
        limit: { description: 'The maximum number of deliveries on a page.' },
      }),
    ),
  },
  clearDeliveries: {
    summary: 'Cancels pending deliveries, and removes all',
    responses: { 200: response('Their number', object({ success, removed: integer })) },
  },
  getDelivery: {
    summary: 'Shows one delivery with its requests and responses',
    responses: { 200: response('The current state of the delivery', ref('Delivery')) },
    parameters: toParameters(
      toSchema(deliveryWaitSchema, 'input', {
        wait: { description: 'Milliseconds to wait while it is pending.' },
      }),
    ),
  },
  removeDelivery: {
    summary: 'Cancels a delivery if it is pending, and removes it',
    responses: { 200: response('It is removed', object({ success, id: integer })) },
  },
}
