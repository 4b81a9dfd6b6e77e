// Cases of requests and rules that would take long to compare.
import { normal, type RuleCase } from './rule-case.ts'

export const costlyCases: readonly RuleCase[] = [
  {
    name: 'json: a number of as many digits as a body has room for',
    rules: ['{"endpoint":"orders","when":{"json":{"id":1e1000000}},"response":{"data":"yes"}}'],
    asks: [
      { method: 'POST', body: `{"id":1${'0'.repeat(1_000_000)}}`, expected: { body: '"yes"' } },
      { method: 'POST', body: `{"id":1${'0'.repeat(1_000_000)}1}`, expected: normal },
    ],
  },
  {
    name: 'jsonIncludes: a body of any depth, of which the rule names none',
    rules: [{ endpoint: 'orders', when: { jsonIncludes: { a: 1 } }, response: { data: 'yes' } }],
    asks: [
      {
        method: 'POST',
        body: `{"deep":${'['.repeat(5000)}${']'.repeat(5000)},"a":1}`,
        expected: { body: '"yes"' },
      },
    ],
  },
  {
    name: 'rules that ask for more comparisons than one request may take',
    rules: Array.from({ length: 25 }, (_, i) => ({
      id: `r${i}`,
      endpoint: 'orders',
      when: { path: '/*', jsonIncludes: Array(10_000).fill(1).concat(i) },
      response: { data: i },
    })),
    asks: [
      {
        method: 'POST',
        body: JSON.stringify(Array(10_000).fill(1).concat(24)),
        expected: { body: '24' },
      },
      {
        method: 'POST',
        body: JSON.stringify(Array(10_000).fill(1).concat(0)),
        expected: { status: 503, problem: 'matching-too-costly' },
      },
      { method: 'POST', body: '[1]', expected: normal },
    ],
  },
]
