import { describe, expect, test } from 'vitest'
import { type Field, fields, shown, typed, whyNot } from './fields.ts'

describe('fields of the form', () => {
  test.each<[keyof typeof fields, typed: string, json: string, shown?: string]>([
    ['method', 'get', '{"when":{ "method": "GET" }}', 'GET'],
    ['method', 'get, Post', '{"when":{ "method": ["GET","POST"] }}', 'GET, POST'],
    ['path', '/:id', '{"when":{ "path": "/:id" }}'],
    ['status', '404', '{"response":{ "statusCode": 404 }}', '404 Not Found'],
    ['status', 'not found', '{"response":{ "statusCode": 404 }}', '404 Not Found'],
    ['status', 'often', '{"response":{ "statusCode": "often" }}'],
    ['delay', '1.5 s', '{"response":{ "delay": 1500 }}', '1500 ms'],
    ['delay', '1 to 2 s', '{"response":{ "delay": [1000,2000] }}', '1000 to 2000 ms'],
    ['delay', '100 ms - 2 s', '{"response":{ "delay": [100,2000] }}', '100 to 2000 ms'],
    ['delay', '100–200', '{"response":{ "delay": [100,200] }}', '100 to 200 ms'],
    ['delay', 'soon', '{"response":{ "delay": "soon" }}'],
    ['fault', 'reset', '{"response":{ "fault": "reset" }}'],
    ['times', '3', '{ "times": 3 }'],
    ['times', 'some', '{ "times": "some" }'],
    [
      'headers',
      'a: b: c\n\nd:e',
      '{"response":{ "headers": { "a": "b: c", "d": "e" } }}',
      'a: b: c\nd: e',
    ],
    ['body', ' \n', '{"response":{ "body": " \\n" }}'],
  ])('the field %s turns %s into JSON, and shows it again', (name, value, json, again = value) => {
    const field: Field = fields[name]
    const outer = json.startsWith('{"') ? `{"${field.path[0]}":{}}` : '{}'
    expect(typed(outer, field, value)).toBe(json)
    expect(shown(json, field)).toBe(again)
  })

  test('an empty field removes its member', () => {
    expect(typed('{"a":1,"when":{"path":"/"}}', fields.path, ' ')).toBe('{"a":1}')
  })
})

describe('rules that the form can show', () => {
  test.each([
    '{}',
    '{"id":"a","endpoint":"orders","chance":0,"when":{"method":"GET","query":{"a":null}},"response":{}}',
    '{"response":{"headers":{"a":"b"},"delay":[1,2],"hold":true,"dynamic":true,"data":[1]}}',
  ])('the form can show %s', (rule) => {
    expect(whyNot(rule)).toBeUndefined()
  })
})

describe('rules that the form cannot show', () => {
  test.each([
    ['This is not JSON.', '{'],
    ['This is not a rule.', '[]'],
    ['The form is for shorter rules.', `"${'x'.repeat(200_000)}"`],
    [
      'The form cannot show what this rule asks of a request.',
      `{"when":{"query":{${Array.from({ length: 51 }, (_, i) => `"${i}":""`)}}}}`,
    ],
    [
      'The form cannot show the headers of this rule.',
      `{"response":{"headers":{${Array.from({ length: 51 }, (_, i) => `"${i}":""`)}}}}`,
    ],
    ['The form has no field for responses.', '{"responses":[]}'],
    ['The form has no field for exactPath.', '{"when":{"exactPath":true}}'],
    ['The form has no field for queryString.', '{"when":{"queryString":""}}'],
    ['The form has no field for chunks, events.', '{"response":{"chunks":[],"events":[]}}'],
    ['The form cannot show the headers of this rule.', '{"response":{"headers":{"a":["b","c"]}}}'],
    ['The form cannot show what this rule asks of a request.', '{"when":{"query":{"a":[1]}}}'],
    ['The form cannot fill in only the headers.', '{"response":{"dynamic":"headers"}}'],
    ['The form cannot show the path of this rule.', '{"when":{"path":null}}'],
  ])('a rule that the form cannot show gets the message "%s"', (why, rule) => {
    expect(whyNot(rule)).toBe(why)
  })
})
