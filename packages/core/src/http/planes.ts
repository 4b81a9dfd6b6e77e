// Which plane answers a path: the control plane what is below `/api`, the mock plane everything else,
// and that of MCP, where there is one, `/mcp`.
import type { Plane } from './adapters/incoming.ts'

/** Answers a request to a workspace, on whichever plane its path is. */
export function createPlanes(
  mockPlane: Plane,
  controlPlane: Plane,
  mcpPlane: Plane = mockPlane,
): Plane {
  return (workspace, path, incoming, responder) => {
    if (isControl(path))
      return controlPlane(workspace, path.slice('/api'.length), incoming, responder)
    const plane = path === '/mcp' ? mcpPlane : mockPlane
    return plane(workspace, path, incoming, responder)
  }
}

export function isControl(path: string): boolean {
  return isBelow(path, '/api')
}

/** Whether a path is `start`, or leads on from there. */
export function isBelow(path: string, start: string): boolean {
  return path.startsWith(start) && (path.length === start.length || path[start.length] === '/')
}
