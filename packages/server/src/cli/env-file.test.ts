import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../test/daemon.ts'
import { readEnvFile } from './env-file.ts'

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

test.each<[string, string, Record<string, string>]>([
  ['one variable a line', 'A=1\nB=two words\n', { A: '1', B: 'two words' }],
  ['an empty value', 'A=\nB=1', { A: '', B: '1' }],
  ['spaces around both sides', '  A = 1  \n', { A: '1' }],
  ['`export` in front', 'export A=1', { A: '1' }],
  ['a byte order mark', '\uFEFFA=1', { A: '1' }],
  ['Windows line ends', 'A=1\r\nB="2"\r\n\r\nC=3\r\n', { A: '1', B: '2', C: '3' }],
  ['every kind of quotes', `A=" 1 "\nB=' 2 '\nC=\` 3 \``, { A: ' 1 ', B: ' 2 ', C: ' 3 ' }],
  ['other quotes and # inside quotes', `A="it's #1"\nB='"#"'`, { A: "it's #1", B: '"#"' }],
  ['comments', '# X=1\nA=1 # Y=2\n  # Z=3\nB=2', { A: '1', B: '2' }],
  ['quotes in comments', `# it's\nA=1\n# "\nB=2`, { A: '1', B: '2' }],
  ['a value on several lines', 'A="1\n2=3\nno sign"\nB=4', { A: '1\n2=3\nno sign', B: '4' }],
  [
    'a PEM key',
    'A="-----BEGIN KEY-----\nMIIB+A/9==\nTOKEN=\n-----END KEY-----"\nMOCK_ENDPOINT_TOKEN=hush',
    {
      A: '-----BEGIN KEY-----\nMIIB+A/9==\nTOKEN=\n-----END KEY-----',
      MOCK_ENDPOINT_TOKEN: 'hush',
    },
  ],
  ['the same in Windows', "A='1\r\n2'\r\nB=3\r\n", { A: '1\n2', B: '3' }],
  ['a line without =', 'nonsense\nA=1\nmore of it\n\nB=2\nrest', { A: '1', B: '2' }],
  ['a value with =', 'A=b=c==', { A: 'b=c==' }],
  ['one name twice: the last', 'A=1\nA=2', { A: '2' }],
  ['nothing', '', {}],
])('a .env file is read into variables: %s', async (_, text, variables) => {
  const path = await folder()
  await writeFile(join(path, '.env'), text)
  expect(readEnvFile(path)).toEqual(variables)
})

test('a folder without .env sets no variables', async () => {
  expect(readEnvFile(await folder())).toEqual({})
})

test('a folder with the name .env is a bad setting', async () => {
  const path = await folder()
  await mkdir(join(path, '.env'))
  expect(() => readEnvFile(path)).toThrow(
    expect.objectContaining({
      name: 'ExitError',
      code: 2,
      message: expect.stringMatching(/^[^\n]*\.env cannot be read: [^\n]+$/),
    }),
  )
})

test.each([
  [`A=1\nB="2\nC=3\n`, 'line 2 opens a " that is never closed'],
  [`A='it\r\n\r\n# '`.slice(0, -1), "line 1 opens a ' that is never closed"],
  [
    `A="1\nMOCK_ENDPOINT_TOKEN=hush\nB="2"`,
    'line 2 sets MOCK_ENDPOINT_TOKEN inside the " that line 1 opens; close it there',
  ],
  [
    `A='1\n\n export MOCK_ENDPOINT_TOKEN = 'hush'`,
    "line 3 sets MOCK_ENDPOINT_TOKEN inside the ' that line 1 opens; close it there",
  ],
  [
    'A=1\nB=`2\nSERVER_REPORTING_DSN=https://a@b/1\n`',
    'line 3 sets SERVER_REPORTING_DSN inside the ` that line 2 opens; close it there',
  ],
])('a stray quote in .env is a bad setting: %j', async (text, reason) => {
  const path = await folder()
  await writeFile(join(path, '.env'), text)
  const message = `${join(path, '.env')} cannot be read: ${reason}`
  expect(() => readEnvFile(path)).toThrow(expect.objectContaining({ code: 2, message }))
})

test('.env in UTF-16 is a bad setting', async () => {
  const path = await folder()
  await writeFile(join(path, '.env'), '\uFEFFMOCK_ENDPOINT_TOKEN=hush', 'utf16le')
  expect(() => readEnvFile(path)).toThrow(/save it as UTF-8$/)
})
