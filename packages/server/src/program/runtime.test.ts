import { expect, test } from 'vitest'
import { otherRuntime } from './runtime.ts'

test('Bun and Deno are named with their versions, and Node is not', () => {
  expect(otherRuntime({ node: '24.3.0', bun: '1.4.5' })?.name).toBe('Bun 1.4.5')
  expect(otherRuntime({ node: '24.3.0', deno: '2.9.6' })?.name).toBe('Deno 2.9.6')
  expect(otherRuntime({ node: '24.3.0' })).toBeUndefined()
})
