import { expect, test } from 'vitest'
import { allSettings } from '../settings/table.ts'
import { unknownVariables } from './unknown-variables.ts'

test('known variables and those of other programs cause no warning', () => {
  const known = allSettings.flatMap(({ variable }) => variable ?? [])
  const ofCommands = ['MOCK_ENDPOINT_URL', 'MOCK_ENDPOINT_SIGNING_SECRET']
  const names = [...known, ...ofCommands, 'PORT', 'MOCK_ENDPOINTS', 'MY_MOCK_ENDPOINT_PORT']
  expect(unknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
})

test.each([
  ['MOCK_ENDPOINT_PROT', 'did you mean MOCK_ENDPOINT_PORT?'],
  ['MOCK_ENDPOINT_ALLOWED_HOST', 'did you mean MOCK_ENDPOINT_ALLOWED_HOSTS?'],
  ['MOCK_ENDPOINT_DATADIR', 'did you mean MOCK_ENDPOINT_DATA_DIR?'],
  ['MOCK_ENDPOINT_port', 'did you mean MOCK_ENDPOINT_PORT?'],
  ['MOCK_ENDPOINT_JOURNAL_ANSWER', 'did you mean MOCK_ENDPOINT_JOURNAL_RESPONSE?'],
  ['MOCK_ENDPOINT_', '--help lists them.'],
  ['MOCK_ENDPOINT_COLOUR_OF_THE_SKY', '--help lists them.'],
])('the warning about the unknown variable %s ends with: %s', (name, hint) => {
  const sentence = `${name} is not a variable of mock-endpoint, so it is ignored; ${hint}`
  expect(unknownVariables({ [name]: 'hush' })).toEqual([sentence])
})
