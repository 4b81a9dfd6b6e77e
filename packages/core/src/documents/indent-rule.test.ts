import { expect, test } from 'vitest'
import { indentRule } from '../documents.ts'
import { runYielding } from '../model/time/yielding.ts'

const long = 'x'.repeat(80)

test.each<[what: string, rule: string, lines: readonly string[]]>([
  ['that is short', '{"id":"a","response":{"data":1}}', ['{"id":"a","response":{"data":1}}']],
  [
    'whose body is long keeps its white space and numbers',
    `{"id":"a","response":{"data":[1.0,  "${long}"],"delay":1}}`,
    [
      '{',
      '    "id": "a",',
      '    "response": {',
      `      "data": [1.0,  "${long}"],`,
      '      "delay": 1',
      '    }',
      '  }',
    ],
  ],
  [
    'of several responses',
    `{"responses":[{"data":1},{"body":"${long}"}]}`,
    [
      '{',
      '    "responses": [',
      '      {"data":1},',
      '      {',
      `        "body": "${long}"`,
      '      }',
      '    ]',
      '  }',
    ],
  ],
  [
    'whose name has a quote, and whose list has nothing',
    `{"when":{"headers":{"a\\"b":"${long}"}},"responses":[${' '.repeat(80)}]}`,
    [
      '{',
      '    "when": {',
      '      "headers": {',
      `        "a\\"b": "${long}"`,
      '      }',
      '    },',
      `    "responses": [${' '.repeat(80)}]`,
      '  }',
    ],
  ],
])('indentRule changes only the layout: a rule %s', async (_, rule, lines) => {
  const text = await runYielding(indentRule(rule, '  '))
  expect(text.split('\n')).toEqual(lines)
  expect(JSON.parse(text)).toEqual(JSON.parse(rule))
})
