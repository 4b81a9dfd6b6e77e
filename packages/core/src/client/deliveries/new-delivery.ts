// A webhook as a test has it sent.
import type { WebhookSecret } from '../../model/delivery/webhook-secret.ts'
import type { RawJson } from '../json-writer.ts'

/** A webhook to send, or several. */
export type NewDelivery = NewEventDelivery | NewEventsDelivery | NewBodyDelivery

/** A webhook whose body is JSON. */
export interface NewEventDelivery extends DeliveryOptions {
  /** The body: any JSON value. `rawJson(text)` is sent byte for byte. */
  readonly event: unknown
  readonly events?: undefined
  readonly body?: undefined
}

/** Several webhooks whose bodies are JSON. */
export interface NewEventsDelivery extends DeliveryOptions {
  /** The bodies, up to 1,000: each is sent when the first attempt of the one before has ended. */
  readonly events: readonly unknown[] | RawJson
  readonly event?: undefined
  readonly body?: undefined
  /** Each has its own. */
  readonly id?: undefined
}

/** A webhook whose body is anything. */
export interface NewBodyDelivery extends DeliveryOptions {
  /** The body: a text, or bytes. Say its `content-type` in `headers`. */
  readonly body: string | Uint8Array
  readonly event?: undefined
  readonly events?: undefined
}

/** What there is to say of any webhook beside its body. */
export interface DeliveryOptions {
  /**
   * Where it is sent to. Mocks of tests may send to this machine; the option `allowSend` names other
   * hosts.
   */
  readonly to: string | URL
  /** Default: `POST`. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  /** `null` leaves one out that is sent by default: `user-agent`, or the `content-type` of JSON. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>> | undefined
  /**
   * How each attempt is signed, anew: the options of `verifyWebhook`, of which `tolerance` and `now` are
   * for the receiver. Default: not signed.
   */
  readonly sign?: WebhookSecret | undefined
  /**
   * The id of the message, which is in the headers of `standard`, `github` and `shopify`: the same in
   * all attempts and duplicates. Default: a new one.
   */
  readonly id?: string | undefined
  /** Milliseconds before the first attempt. Default: 0. */
  readonly delay?: number | undefined
  /** How often a message is tried at most, until its response is a 2xx, or 410. Default: 1. */
  readonly attempts?: number | undefined
  /**
   * Milliseconds from the end of an attempt to the next: a number, which doubles each time, or a list,
   * whose last is that of all others. Default: 1,000.
   */
  readonly backoff?: number | readonly number[] | undefined
  /** Milliseconds until an attempt fails that has no response. Default: 10,000. */
  readonly timeout?: number | undefined
  /** How often each event is sent, with the same id. Default: 1. */
  readonly duplicate?: number | undefined
  /** A seed: the messages are sent in another order, the same for the same seed. Default: in order. */
  readonly shuffle?: number | undefined
}
