// Webhooks that are sent, and what became of them.
import type { RecordedResponse } from '../http/request.ts'

/**
 * What became of a delivery: `pending` it is being sent, or waits for its next attempt; `delivered` every
 * message was taken; `failed` one was not, and is not tried again; `cancelled` it was ended before.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled'

/** One message sent once. */
export interface DeliveryAttempt {
  /** The index of the event, from 0. */
  readonly event: number
  /** The id of the message: the same in all its attempts, and in its duplicates. */
  readonly messageId: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** When it was sent (ISO 8601). */
  readonly sentAt: string
  /** Until the response was there, or until it failed, in milliseconds. */
  readonly durationMs: number
  /** The status of the response; `null` when there was none. */
  readonly statusCode: number | null
  /** Why there was no response, or not all of it: an error type of RFC 9209, 2.3. */
  readonly error?: string
  /** The error as a sentence. */
  readonly detail?: string
  /** What was sent. There only where one delivery is read. */
  readonly request?: RecordedResponse
  /** What came back, if anything did. There only where one delivery is read. */
  readonly response?: RecordedResponse
}

/** A webhook, or several, that one call has sent, or that follow one response. */
export interface Delivery {
  /** Increases with each delivery. */
  readonly id: number
  /** The id of the request whose response it follows. Not there when a call has sent it. */
  readonly request?: number
  /** The URL. */
  readonly to: string
  readonly method: string
  readonly state: DeliveryState
  /** When it was asked for (ISO 8601). */
  readonly createdAt: string
  /** How many messages there are: each event as often as `duplicate` says. */
  readonly messages: number
  /** How many of them were taken. */
  readonly delivered: number
  /** How many of them were not, and are not tried again. */
  readonly failed: number
  /** In the order in which they ended. */
  readonly attempts: readonly DeliveryAttempt[]
  /** How many earlier attempts are not in the list any more, as there are too many. */
  readonly attemptsDropped: number
}

/** Which deliveries are listed. */
export interface DeliveryList {
  /** Those behind the one of this id. */
  readonly after: number
  readonly limit: number
  /** Only those that follow this request. Default: all. */
  readonly request?: number | undefined
}
