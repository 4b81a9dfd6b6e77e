// Stops taking new connections, and leaves the open ones alone.
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

/** Of what Bun's http.Server keeps behind symbols, the listener alone has this. */
interface Kept {
  /** Returns how many it has ended. */
  closeIdleConnections?: () => number
}

/**
 * `close()` of http.Server also ends idle connections at once, even one that a client is writing to,
 * whose request is then lost. That of net.Server does not. On Bun, http.Server is no net.Server, so
 * we take the ending of idle connections from the listener that it keeps behind a symbol. If a later
 * Bun keeps it elsewhere, idle connections end at once there.
 */
export function closeListener(server: Pick<Server, 'close'>): void {
  if (server instanceof NetServer) NetServer.prototype.close.call(server)
  else {
    for (const key of Reflect.ownKeys(server)) {
      const kept: Kept | undefined | null = Reflect.get(server, key)
      if (kept?.closeIdleConnections) kept.closeIdleConnections = () => 0
    }
    server.close()
  }
}
