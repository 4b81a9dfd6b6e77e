// Finds the operation that a method and a path below /api ask for. The table is the router.
import type { OperationName } from '../../control/control.ts'
import { type AnyOperation, operations } from '../../control/operations.ts'

export interface Route {
  readonly name: OperationName
  readonly operation: AnyOperation
  /** The path with its parameters, such as `/endpoint/:name`; never what was asked for. */
  readonly pattern: string
}

/** The routes of a path by their methods. */
export type Methods = ReadonlyMap<string, Route>

/** The routes at a path; empty when there is nothing. */
type Routes = (path: string) => Methods

const nothing: Methods = new Map()

export function createRoutes(): Routes {
  const fixed = new Map<string, Map<string, Route>>()
  /** By what stands before and behind their parameter, with a slash between. */
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
  // A fixed path such as /endpoint/add is an endpoint's too.
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

/** A path without what follows its parameter. */
export function upToParameter(path: string, { path: pattern }: AnyOperation): string {
  return pattern.endsWith('}') ? path : path.slice(0, path.lastIndexOf('/'))
}
