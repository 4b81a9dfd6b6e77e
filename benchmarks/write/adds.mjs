// What is added: how each service takes it, and what it has to answer.

const text = 'x'.repeat(64)

export function dataOf(name) {
  return `{"name":"${name}","text":"${text}"}`
}

export const adds = {
  'mock-endpoint': {
    start: 'PUT /api/endpoint/add',
    status: 200,
    bodyOf: (name) => `{"name":"${name}","data":${dataOf(name)}}`,
  },
  'json-server': { start: 'POST /adds', status: 201, bodyOf: dataOf },
}

/** The names of the first adds of that prefix. */
export function namesOf(prefix, count) {
  return Array.from({ length: count }, (_, i) => nameOf(prefix, i))
}

export function nameOf(prefix, i) {
  return `${prefix}-${i}`
}
