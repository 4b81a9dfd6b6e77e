import { describe, expect, test } from 'vitest'
import { commands } from '../commands/table.ts'
import { allSettings as table } from '../settings/table.ts'
import { type CommandLine, parseCommandLine } from './command-line.ts'

describe('printed help and version', () => {
  function printed(...argv: readonly string[]): string {
    const texts: string[] = []
    expect(parseCommandLine(argv, (text) => texts.push(text))).toBeUndefined()
    return texts.join('')
  }

  test.each(['--version', '-v'])('%s prints only the version', (flag) => {
    expect(printed(flag, '--port', '1')).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test.each(['--help', '-h'])('%s lists every command, and only the common flags', (asked) => {
    const help = printed(asked, '--port', '1')
    for (const name of Object.keys(commands)) expect(help).toContain(`  ${name.split(' ')[0]} `)
    for (const { flag, isCommon } of table) {
      if (flag !== undefined) expect(help.includes(` ${flag} `)).toBe(isCommon === true)
    }
    for (const line of ['-h, --help ', '-v, --version ', '-p, --port <number> ']) {
      expect(help).toContain(`  ${line}`)
    }
  })

  test('serve --help lists every flag and every variable of the daemon', () => {
    const help = printed('serve', '--help')
    for (const { flag, variable } of table) {
      if (flag !== undefined) expect(help).toContain(` ${flag} `)
      const name = variable?.replace(/^MOCK_ENDPOINT_/, '')
      if (name !== undefined) expect(help).toMatch(new RegExp(` ${name}\\s`))
    }
  })

  const all = ['', 'serve', 'rule', 'clear', ...Object.keys(commands)]

  test.each(all)('%s --help fits on a screen, and ends with an example', (name) => {
    const lines = printed(...name.split(' ').filter(Boolean), '--help')
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(48)
    expect(lines.filter((line) => line.length > 80 && !line.startsWith('Example'))).toEqual([])
    expect(lines.at(-1)).toMatch(/^Example: mock-endpoint /)
  })

  test.each(Object.entries(commands))(
    '%s --help lists the flags of the command, with an example',
    (name, command) => {
      const help = printed(...name.split(' '), '-h')
      for (const { flag } of command.settings) expect(help).toContain(` ${flag} `)
      expect(help).toContain(`Example: mock-endpoint ${name}`)
      expect(help).not.toContain('--memory')
    },
  )
})

describe.each(Object.entries(commands))('the example of %s', (name, { example }) => {
  test('the example that the help shows is accepted', () => {
    // A shell removes the quotes, and runs only the first command of a pipeline with these words.
    const words = (example.split(/ [|>] /)[0] ?? '').match(/'[^']*'|\S+/g) ?? []
    const argv = words.map((word) => word.replace(/^'(.*)'$/, '$1'))
    expect(parseCommandLine(argv, () => {})?.command).toBe(commands[name])
  })
})

describe('the parsed command line', () => {
  function parse(...argv: readonly string[]): CommandLine | undefined {
    return parseCommandLine(argv, () => {})
  }

  test('a command line without a command runs the daemon', () => {
    expect(parse('--json')).toEqual({ command: undefined, args: [], flags: { '--json': [] } })
  })

  test('the daemon takes a folder or a file to serve, before or after its flags', () => {
    const serving = { command: undefined, args: ['mocks/'], flags: { '--watch': [] } }
    expect(parse('mocks/', '--watch')).toEqual(serving)
    expect(parse('--watch', 'mocks/')).toEqual(serving)
    expect(parse('serve', 'mocks/', '--watch')).toEqual(serving)
    expect(parse('db.json')).toMatchObject({ args: ['db.json'] })
    // This folder exists, so it is not taken for a mistyped command.
    expect(parse('packages')).toMatchObject({ args: ['packages'] })
  })

  test.each([
    [['ls'], 'list', []],
    [['rm', 'a', 'b'], 'remove', ['a', 'b']],
    [['delete', 'a'], 'remove', ['a']],
    [['rule', 'ls', 'orders'], 'rule list', ['orders']],
    [['rule', 'rm', 'a'], 'rule remove', ['a']],
    [['tail'], 'tail', []],
    [['requests', 'orders'], 'requests', ['orders']],
  ])('the command line %j, a likely first guess, is accepted', (argv, name, args) => {
    expect(parse(...argv)).toEqual({ command: commands[name], args, flags: {} })
  })

  test('`help` refuses a word that is not a command', () => {
    for (const words of [['nosuch'], ['lst']]) {
      expect(() => parse('help', ...words)).toThrow(/^unknown command "/)
    }
  })

  test('help is printed for `help`, and for --help after a command', () => {
    for (const argv of [['help', 'rule', 'add'], ['rule', 'add', '--help'], ['help']]) {
      expect(parse(...argv)).toBeUndefined()
    }
  })

  test('-p is short for --port, before and after a command', () => {
    const flags = { '--port': ['1'] }
    const serving = { command: undefined, args: [], flags }
    expect(parse('-p', '1')).toEqual(serving)
    expect(parse('-p1')).toEqual(serving)
    expect(parse('serve', '-p1')).toEqual(serving)
    expect(parse('-p1', 'serve')).toEqual(serving)
    expect(parse('list', '-p', '1')).toEqual({ command: commands['list'], args: [], flags })
  })

  test('a command takes its own flags after it', () => {
    const flags = { '--json': [], '--token': ['a'] }
    expect(parse('requests', '--json', '--token', 'a')).toEqual({
      command: commands['requests'],
      args: [],
      flags,
    })
    const folder = { '--data-dir': ['b'] }
    expect(parse('repair', '--data-dir', 'b')).toMatchObject({ flags: folder })
  })

  test('a command takes its own flags before it', () => {
    const flags = { '--url': ['localhost:1'], '--json': [] }
    expect(parse('--url', 'localhost:1', '--json', 'rule', 'list')).toMatchObject({ flags })
    expect(parse('--json', 'requests', '--url', 'localhost:1')).toMatchObject({ flags })
    expect(parse('--data-dir', 'a', 'repair')).toMatchObject({ flags: { '--data-dir': ['a'] } })
  })

  test('a command takes arguments, also between flags and after --', () => {
    expect(parse('remove', 'a', '--json', 'b')).toMatchObject({ args: ['a', 'b'] })
    expect(parse('rule', 'get', 'a')).toMatchObject({ command: commands['rule get'], args: ['a'] })
    expect(parse('add', 'a', '--', '-1')).toMatchObject({ args: ['a', '-1'] })
  })

  test.each([
    [['--watch', 'requests'], /^--watch is a flag of the daemon, and not of `requests`/],
    [['--url', 'hush'], /^--url is a flag of commands, such as `mock-endpoint list --url/],
    [['--url', 'hush', 'serve'], /^--url is a flag of commands/],
    [['requests', '--min-free', '1'], /--min-free/],
    [['repair', '--min-free', '0'], /--min-free/],
    [['repair', 'hush'], /too many arguments/],
    [['requests', 'orders', 'hush'], /too many arguments/],
    [['mocks/', 'hush'], /^one folder or one file can be served at a time/],
    [
      ['zzz'],
      /^unknown command "zzz", and no file or folder of that name\. Without a command, the daemon starts\. --help/,
    ],
    [['rule'], /^`rule` takes one of its commands: add, get, list, remove, clear\. --help/],
    [['clear'], /^`clear` takes one of its commands: endpoints, requests\. --help/],
    [['rule', 'hush'], /^`rule` takes one of its commands: add, get, list, remove, clear\. --help/],
    [['get'], /^missing required argument 'name'\. --help/],
    [['--json', 'strat'], /^unknown command "strat"/],
    [
      ['reqests'],
      /^unknown command "reqests", and no file or folder of that name\. Did you mean "requests"\? --help/,
    ],
    [
      ['repiar', '--data-dir', 'hush'],
      /^unknown command "repiar", and no file or folder of that name\. Did you mean "repair"\?/,
    ],
    [['reqests', '--follow', 'hush'], /^unknown command "reqests"/],
    [['del', 'hush'], /^unknown command "del", .* Did you mean "remove"\?/],
    [['logs'], /^unknown command "logs", .* Did you mean "requests"\?/],
    [['Stub'], /^unknown command "Stub", .* Did you mean "rule add"\?/],
    [['strat', 'hush'], /^unknown command "strat"/],
    [['--tokn=hush'], /^unknown option '--tokn=…'/],
    [['-thush'], /^unknown option '-t…'/],
    [
      ['--journal-answer=hush'],
      /^unknown option '--journal-answer=…' \(Did you mean --journal-response\?\)/,
    ],
    [
      ['serve', '--journal-answer', 'hush'],
      /^unknown option '--journal-answer' \(Did you mean --journal-response\?\)/,
    ],
  ])('the command line %j is refused, and the message leaves out `hush`', (argv, message) => {
    expect(() => parse(...argv)).toThrow(expect.objectContaining({ name: 'ExitError', code: 2 }))
    expect(() => parse(...argv)).toThrow(message)
    expect(() => parse(...argv)).not.toThrow(/hush/)
  })
})
