// The members of a rule in words, for whoever reads its schema.

/** What JSON Schemas say of the members of a rule, which validation does not need. */
export const ruleDescriptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  id: { minLength: 1, maxLength: 255, description: 'Default: the service chooses one.' },
  endpoint: { minLength: 1, maxLength: 255, description: 'The name of the endpoint.' },
  when: { description: 'Which requests: all members have to match. Default: every request.' },
  response: {
    description: 'What differs from the response of the endpoint. Either this or responses.',
  },
  responses: { description: 'One for each request, in turn; then the rule is used up.' },
  times: { description: 'With response: how many requests it answers. Default: no end.' },
  chance: { description: 'Which share of the matching requests it answers. Default: 1.' },
  method: { description: 'The method, or a list of methods. GET matches HEAD too.' },
  path: {
    description:
      'The path below the name: segments, :name for any one segment, * at the end for the rest. A slash at the end makes no difference. Default: /, the endpoint itself; /* where it has no default response.',
  },
  exactPath: { description: 'Whether a slash at the end of the path makes a difference.' },
  params: { description: 'What each parameter of the path is: a text, or what it is like.' },
  query: { description: 'The value of each parameter, or what it is like; null for none.' },
  headers: {
    description:
      'Name to value, or to what it is like; null for none. In a response also to a list of values.',
  },
  form: { description: 'The value of each field of a form, or what it is like; null for none.' },
  matches: { description: 'A regular expression of RE2 that matches somewhere in the text.' },
  contains: { description: 'A text that is somewhere in it.' },
  json: { description: 'Any JSON value, which the body is: members in any order.' },
  jsonIncludes: {
    description:
      'Any JSON value, which the body includes: of objects the members that are named, arrays in full.',
  },
  jsonAt: {
    description:
      'By JSON Pointer into the body: any JSON value that the value there includes, or what the string there is like.',
  },
  data: { description: 'Any JSON value; sent byte for byte.' },
  body: { description: 'Text, or bytes in base64 if bodyEncoding says so.' },
  chunks: { description: 'Pieces of a body, each sent after its delay.' },
  events: { description: 'Server-sent events, each sent after its delay.' },
  delay: { description: 'Milliseconds; of a response also a list of the minimum and the maximum.' },
  dynamic: {
    description:
      'Whether {"$request": "/body/id"}, {"$uuid": true}, {"$now": true} and {"$seq": true} stand for values, and ${/body/id} and the like for characters in strings.',
  },
  bytesPerSecond: { description: 'How fast the body is sent. Default: as fast as it goes.' },
  fault: { description: 'What the wire shows in place of a proper response.' },
  hold: { description: 'Whether the response waits until it is released.' },
}
