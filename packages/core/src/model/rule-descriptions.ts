// The members of a rule in words, for whoever reads its schema.

/** What JSON Schemas say of the members of a rule, which validation does not need. */
export const ruleDescriptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  id: { minLength: 1, maxLength: 255, description: 'Default: the service chooses one.' },
  endpoint: { minLength: 1, maxLength: 255, description: 'The name of the endpoint.' },
  when: { description: 'Which requests: all members have to match. Default: every request.' },
  answer: { description: 'What differs from the answer of the endpoint. Either this or answers.' },
  answers: { description: 'One for each request, in turn; then the rule is used up.' },
  times: { description: 'With answer: how many requests it answers. Default: no end.' },
  chance: { description: 'Which share of the matching requests it answers. Default: 1.' },
  method: { description: 'The method, or a list of methods. GET matches HEAD too.' },
  path: {
    description:
      'The path below the name: segments, :name for any one segment, * at the end for the rest. A slash at the end makes no difference. Default: /, the endpoint itself; /* where it has no record.',
  },
  exactPath: { description: 'Whether a slash at the end of the path makes a difference.' },
  query: { description: 'The value of each parameter; null for none.' },
  headers: { description: 'Name to value; null for none. In an answer also to a list of values.' },
  json: { description: 'Any JSON value, which the body contains.' },
  data: { description: 'Any JSON value; sent byte for byte.' },
  body: { description: 'Text, or bytes in base64 if bodyEncoding says so.' },
  chunks: { description: 'Pieces of a body, each sent after its delay.' },
  events: { description: 'Server-sent events, each sent after its delay.' },
  delay: { description: 'Milliseconds; of an answer also a list of the minimum and the maximum.' },
  bytesPerSecond: { description: 'How fast the body is sent. Default: as fast as it goes.' },
  fault: { description: 'What the wire shows in place of a proper answer.' },
  hold: { description: 'Whether the answer waits until it is released.' },
}
