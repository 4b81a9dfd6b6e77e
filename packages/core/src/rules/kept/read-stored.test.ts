import { expect, test } from 'vitest'
import { ruleToJson } from '../../model/rule/rule-json.ts'
import { runYielding } from '../../model/time/yielding.ts'
import { readStored } from './read-stored.ts'

test.each([
  [
    '{"endpoint":"a","answer":{"data":{"answer":1.10}}}',
    '{"id":"1","endpoint":"a","response":{"data":{"answer":1.10}}}',
  ],
  [
    '{"answers":[{},{"data":"answers"}], "when":{"json":{"json":1}},"endpoint":"a"}',
    '{"id":"1","endpoint":"a","when":{"jsonIncludes":{"json":1}},"responses":[{},{"data":"answers"}]}',
  ],
  [
    '{"endpoint":"a","when":{"json":{"answer":1}},"response":{"data":{"answer":1}}}',
    '{"id":"1","endpoint":"a","when":{"json":{"answer":1}},"response":{"data":{"answer":1}}}',
  ],
])('the stored rule %s is read with the current member names', async (text, now) => {
  const rule = await runYielding(readStored({ id: '1', endpoint: 'a', text }))
  expect(ruleToJson(rule)).toBe(now)
})
