// A webhook to send, as a test writes it.
import type { WebhookSecret } from '../../model/delivery/webhook-secret.ts'
import type { RawJson } from '../json-writer.ts'

/** One or more webhooks to send. */
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
  /** The bodies, up to 1,000. Each is sent after the first attempt of the previous one ended. */
  readonly events: readonly unknown[] | RawJson
  readonly event?: undefined
  readonly body?: undefined
  /** Not allowed, because each event has its own id. */
  readonly id?: undefined
}

/** A webhook with any body. */
export interface NewBodyDelivery extends DeliveryOptions {
  /** The body, as text or bytes. Set its `content-type` in `headers`. */
  readonly body: string | Uint8Array
  readonly event?: undefined
  readonly events?: undefined
}

/** The options of a webhook, except its body. */
export interface DeliveryOptions {
  /**
   * The URL to send it to. Mocks of tests may send to this machine, and to the hosts in the option
   * `allowSend`.
   */
  readonly to: string | URL
  /** Default: `POST`. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  /** `null` omits a default header: `user-agent`, or the `content-type` of a JSON body. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>> | undefined
  /**
   * How to sign each attempt: the options of `verifyWebhook`, of which `tolerance` and `now` are
   * only for the receiver. Each attempt has a new signature. Default: not signed.
   */
  readonly sign?: WebhookSecret | undefined
  /**
   * The id of the message, the same in all attempts and duplicates. `standard`, `github` and
   * `shopify` send it in a header. Default: a new one.
   */
  readonly id?: string | undefined
  /** Milliseconds before the first attempt. Default: 0. */
  readonly delay?: number | undefined
  /** Maximum number of attempts per message. None follow a 2xx or 410 response. Default: 1. */
  readonly attempts?: number | undefined
  /**
   * Milliseconds from the end of an attempt to the next one. A number doubles each time. A list has
   * one wait per attempt, and its last one is repeated. Default: 1,000.
   */
  readonly backoff?: number | readonly number[] | undefined
  /** Milliseconds until an attempt without a complete response fails. Default: 10,000. */
  readonly timeout?: number | undefined
  /** Number of times that each event is sent, with the same id. Default: 1. */
  readonly duplicate?: number | undefined
  /** A seed that shuffles the messages. The same seed gives the same order. Default: in order. */
  readonly shuffle?: number | undefined
}
