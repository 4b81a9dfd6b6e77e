// Turns a problem into `undefined`.
import { Problem, type ProblemCode } from '../model/problem/problem.ts'

/** Resolves to the result of a call, or to `undefined` if it rejects with that problem. */
export async function unless<T>(code: ProblemCode, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && error.code === code) return undefined
    throw error
  }
}
