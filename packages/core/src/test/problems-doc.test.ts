import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemCodes } from '../index.ts'

const page = readFileSync(new URL('../../../../docs/problems.md', import.meta.url), 'utf8')

test('docs/problems.md has one heading for each problem code and no other', () => {
  const headings = [...page.matchAll(/^## (.+)$/gm)].map((match) => match[1])
  expect(headings.toSorted()).toEqual(problemCodes.toSorted())
})
