import { describe, expect, test } from 'vitest'
import { createRuleNames } from './rule-names.ts'

describe('a name', () => {
  test('may have rules until it is known which ones have', () => {
    const names = createRuleNames()
    expect(names.mayHave('a')).toBe(true)
    names.forget()(['a'])
    expect([names.mayHave('a'), names.mayHave('b')]).toEqual([true, false])
  })

  test('that changes while Redis is asked is among them', () => {
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

  test('goes when it turns out to have none, unless it changes meanwhile', () => {
    const names = createRuleNames()
    names.forget()(['a', 'b'])
    const [none, noneOfB] = [names.asking('a'), names.asking('b')]
    names.changed('b')
    none()
    noneOfB()
    expect([names.mayHave('a'), names.mayHave('b')]).toEqual([false, true])
  })
})

test('a response that a later question overtakes tells nothing', () => {
  const names = createRuleNames()
  const early = names.forget()
  const late = names.forget()
  early([])
  expect(names.mayHave('a')).toBe(true)
  late(['a'])
  expect([names.mayHave('a'), names.mayHave('b')]).toEqual([true, false])
})

test('they have grown when there are many more than Redis told', () => {
  const names = createRuleNames()
  names.forget()(['a'])
  for (let i = 0; i < 1_001; i++) names.changed(`n${i}`)
  expect(names.hasGrown()).toBe(false)
  names.changed('one more')
  expect(names.hasGrown()).toBe(true)
})
