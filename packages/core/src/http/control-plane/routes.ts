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
  /** By what stands before their parameter, which is the last segment. */
  const open = new Map<string, Map<string, Route>>()
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: AnyOperation = operations[name]
    const { path, method } = operation
    const [, start = path, parameter] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? []
    const pattern = parameter === undefined ? path : `${start}/:${parameter}`
    const table = parameter === undefined ? fixed : open
    const methods = table.get(start) ?? new Map<string, Route>()
    table.set(start, methods.set(method, { name, operation, pattern }))
  }
  // A fixed path such as /endpoint/add is an endpoint's too.
  for (const [path, methods] of fixed) {
    for (const [method, route] of openAt(path)) if (!methods.has(method)) methods.set(method, route)
  }

  function openAt(path: string): Methods {
    const slash = path.lastIndexOf('/')
    return slash === path.length - 1 ? nothing : (open.get(path.slice(0, slash)) ?? nothing)
  }

  return (path) => fixed.get(path) ?? openAt(path)
}
