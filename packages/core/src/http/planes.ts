// Which plane answers a path: the control plane what is below `/api`, the exchange everything else.
import type { ControlPlane } from './control-plane/control.ts'
import type { Exchange } from './mock-plane/exchange.ts'

/** Answers a request to a world, on whichever plane its path is. */
export function createPlanes(exchange: Exchange, controlPlane: ControlPlane): Exchange {
  return (world, path, incoming, outlet) =>
    isControl(path)
      ? controlPlane(world, path.slice('/api'.length), incoming, outlet)
      : exchange(world, path, incoming, outlet)
}

export function isControl(path: string): boolean {
  return isBelow(path, '/api')
}

/** Whether a path is `start`, or leads on from there. */
export function isBelow(path: string, start: string): boolean {
  return path.startsWith(start) && (path.length === start.length || path[start.length] === '/')
}
