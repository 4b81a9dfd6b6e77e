import { describe, expect, test } from 'vitest'
import { createRuleNames } from './rule-names.ts'

describe('names of endpoints with rules', () => {
  test('every name may have rules until the names with rules are known', () => {
    const names = createRuleNames()
    expect(names.mayHave('a')).toBe(true)
    names.forget()(['a'])
    expect([names.mayHave('a'), names.mayHave('b')]).toEqual([true, false])
  })

  test('a name that changes while Redis is asked may have rules', () => {
    const names = createRuleNames()
    const set = names.forget()
    names.changed('b')
    set(['a'])
    expect([names.mayHave('a'), names.mayHave('b'), names.mayHave('c')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('a name without rules is dropped, unless it changes while Redis is asked', () => {
    const names = createRuleNames()
    names.forget()(['a', 'b'])
    const [none, noneOfB] = [names.asking('a'), names.asking('b')]
    names.changed('b')
    none()
    noneOfB()
    expect([names.mayHave('a'), names.mayHave('b')]).toEqual([false, true])
  })
})

test('a reply is ignored if Redis was asked again before it came', () => {
  const names = createRuleNames()
  const early = names.forget()
  const late = names.forget()
  early([])
  expect(names.mayHave('a')).toBe(true)
  late(['a'])
  expect([names.mayHave('a'), names.mayHave('b')]).toEqual([true, false])
})

test('`hasGrown` is true once there are many more names than Redis had', () => {
  const names = createRuleNames()
  names.forget()(['a'])
  for (let i = 0; i < 1_001; i++) names.changed(`n${i}`)
  expect(names.hasGrown()).toBe(false)
  names.changed('one more')
  expect(names.hasGrown()).toBe(true)
})
