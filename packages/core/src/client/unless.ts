// Absence as a value.
import { Problem, type ProblemCode } from '../model/problem/problem.ts'

/** What a call resolves to, or `undefined` when it rejects with that problem. */
export async function unless<T>(code: ProblemCode, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && error.code === code) return undefined
    throw error
  }
}
