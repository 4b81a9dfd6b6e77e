// Chooses the plane for a path: the control plane for `/api` and below, the MCP plane, if any, for
// `/mcp`, and the mock plane for everything else.
import type { Plane } from './adapters/incoming.ts'

/** Returns a plane that answers each request with the plane of its path. */
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

/** Whether a path is `start` or below it. */
export function isBelow(path: string, start: string): boolean {
  return path.startsWith(start) && (path.length === start.length || path[start.length] === '/')
}
