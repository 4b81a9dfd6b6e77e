// Finds the operation for a method and a path below /api, in the table of operations.
import type { OperationName } from '../../control/control.ts'
import { type AnyOperation, operations } from '../../control/operations.ts'

export interface Route {
  readonly name: OperationName
  readonly operation: AnyOperation
  /** The path with its parameter, such as `/endpoint/:name`, never the requested path. */
  readonly pattern: string
}

/** The routes of a path, by method. */
export type Methods = ReadonlyMap<string, Route>

/** Returns the routes at a path, none if nothing is there. */
type Routes = (path: string) => Methods

const nothing: Methods = new Map()

export function createRoutes(): Routes {
  const fixed = new Map<string, Map<string, Route>>()
  /** By the path without its parameter, such as `/request//release`. */
  const open = new Map<string, Map<string, Route>>()
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: AnyOperation = operations[name]
    const { path, method } = operation
    const isFixed = !path.includes('{')
    const key = isFixed ? path : path.replace(/\/\{\w+\}/, '/')
    const table = isFixed ? fixed : open
    const methods = table.get(key) ?? new Map<string, Route>()
    const pattern = path.replace(/\{(\w+)\}/, ':$1')
    table.set(key, methods.set(method, { name, operation, pattern }))
  }
  // A fixed path such as /endpoint/add is also the path of the endpoint `add`.
  for (const [path, methods] of fixed) {
    for (const [method, route] of openAt(path)) if (!methods.has(method)) methods.set(method, route)
  }

  function openAt(path: string): Methods {
    const end = path.lastIndexOf('/')
    if (end === path.length - 1) return nothing
    const start = path.lastIndexOf('/', end - 1)
    const inside = start + 1 < end && open.get(path.slice(0, start + 1) + path.slice(end))
    return inside || (open.get(path.slice(0, end + 1)) ?? nothing)
  }

  return (path) => fixed.get(path) ?? openAt(path)
}

/** Returns a path without the part after its parameter. */
export function upToParameter(path: string, { path: pattern }: AnyOperation): string {
  return pattern.endsWith('}') ? path : path.slice(0, path.lastIndexOf('/'))
}
