import { expect, test } from 'vitest'
import { causesOf } from './errors.ts'

test('causesOf lists all causes to the innermost, even if that is not an Error', () => {
  const middle = new Error('middle', { cause: 'innermost' })
  const outer = new Error('outer', { cause: middle })
  expect(causesOf(outer)).toEqual([outer, middle, 'innermost'])
})

test('an error that is its own cause is listed once', () => {
  const error = new Error('mine')
  error.cause = error
  expect(causesOf(error)).toEqual([error])
})
