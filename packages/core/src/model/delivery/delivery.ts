// Webhooks that are sent, and their results.
import type { RecordedResponse } from '../http/request.ts'

/**
 * The state of a delivery. `pending`: it is being sent or waits for its next attempt. `delivered`:
 * every message was accepted (2xx). `failed`: at least one was not, and none is tried again.
 * `cancelled`: it was ended before that.
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
  /** The time at which it was sent (ISO 8601). */
  readonly sentAt: string
  /** Milliseconds until the response was received, or until the attempt failed. */
  readonly durationMs: number
  /** The status of the response, `null` if there was none. */
  readonly statusCode: number | null
  /** The reason for a missing or incomplete response: an error type of RFC 9209, 2.3. */
  readonly error?: string
  /** The error as a sentence. */
  readonly detail?: string
  /** The request. Present only when a single delivery is read. */
  readonly request?: RecordedResponse
  /** The response, if there was one. Present only when a single delivery is read. */
  readonly response?: RecordedResponse
}

/** A webhook, or several, sent by one call or after one response. */
export interface Delivery {
  /** Increases with each delivery. */
  readonly id: number
  /** The id of the request whose response it follows. Absent if a call sent it. */
  readonly request?: number
  /** The URL. */
  readonly to: string
  readonly method: string
  readonly state: DeliveryState
  /** The time at which it was created (ISO 8601). */
  readonly createdAt: string
  /** The number of messages: the number of events times `duplicate`. */
  readonly messages: number
  /** The number of accepted messages. */
  readonly delivered: number
  /** The number of messages that were not accepted and are not tried again. */
  readonly failed: number
  /** In the order in which they ended. */
  readonly attempts: readonly DeliveryAttempt[]
  /** The number of earlier attempts that a limit removed from the list. */
  readonly attemptsDropped: number
}

/** Selects the deliveries of a list. */
export interface DeliveryList {
  /** Only deliveries with ids greater than this one. */
  readonly after: number
  readonly limit: number
  /** Only those that follow this request. Default: all. */
  readonly request?: number | undefined
}
