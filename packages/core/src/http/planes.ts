// Which plane answers a path: the control plane what is below `/api`, the exchange everything else.
import type { ControlPlane } from './control-plane/control.ts'
import type { Exchange } from './mock-plane/exchange.ts'

/** Answers a request to a workspace, on whichever plane its path is. */
export function createPlanes(exchange: Exchange, controlPlane: ControlPlane): Exchange {
  return (workspace, path, incoming, responder) =>
    isControl(path)
      ? controlPlane(workspace, path.slice('/api'.length), incoming, responder)
      : exchange(workspace, path, incoming, responder)
}

export function isControl(path: string): boolean {
  return isBelow(path, '/api')
}

/** Whether a path is `start`, or leads on from there. */
export function isBelow(path: string, start: string): boolean {
  return path.startsWith(start) && (path.length === start.length || path[start.length] === '/')
}
