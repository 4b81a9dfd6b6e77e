// The worker: it responds to requests below /endpoint and /api, and keeps endpoints in IndexedDB.
import { createApp } from '@mock-endpoint/core'
import { openIndexedDbStore } from '@mock-endpoint/core/indexeddb'

// The browser stops a worker that is idle, and starts it again.
const app = openIndexedDbStore().then((store) => createApp({ store }))

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (/^\/(endpoint|api)\//.test(pathname)) {
    event.respondWith(app.then(({ fetch }) => fetch(event.request)))
  }
})
