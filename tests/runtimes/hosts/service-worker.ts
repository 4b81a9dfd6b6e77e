// The service in a service worker, which answers the fetches of pages of its origin.
import { openIndexedDbStore } from '@mock-endpoint/core/indexeddb'
import { createService } from './service.ts'

interface FetchEvent extends Event {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface Worker {
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(
    type: 'activate',
    listener: (event: { waitUntil(p: unknown): void }) => void,
  ): void
  addEventListener(type: 'install', listener: () => void): void
  skipWaiting(): void
  readonly clients: { claim(): Promise<void> }
}
const worker = globalThis as unknown as Worker

const options = decodeURIComponent(location.search.slice(1))
// An idle worker is stopped and started again. It cannot await its store, so this is a promise.
const app = openIndexedDbStore().then((store) => createService(options, store))
worker.addEventListener('install', () => worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  event.respondWith(app.then((opened) => opened.fetch(event.request)))
})
