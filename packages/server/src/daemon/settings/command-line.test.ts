import { describe, expect, test } from 'vitest'
import { type CommandLine, parseCommandLine } from './command-line.ts'
import { repairSettings, requestsSettings, settings as table } from './table.ts'

describe('what is printed instead of a start', () => {
  function printed(...argv: readonly string[]): string {
    const texts: string[] = []
    expect(parseCommandLine(argv, (text) => texts.push(text))).toBeUndefined()
    return texts.join('')
  }

  test('--version prints the version alone', () => {
    expect(printed('--version', '--port', '1')).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('--help names every flag and every variable', () => {
    const help = printed('--help', '--port', '1')
    expect(help).toContain('  requests [options] ')
    expect(help).toContain('  repair [options] ')
    for (const { flag, variable } of table) {
      if (flag !== undefined) expect(help).toContain(`  ${flag} `)
      if (variable !== undefined) expect(help).toContain(`  ${variable} `)
    }
  })

  test.each([
    ['requests', requestsSettings],
    ['repair', repairSettings],
  ])('%s --help names every flag of the subcommand', (name, settings) => {
    const help = printed(name, '--help')
    for (const { flag } of settings) expect(help).toContain(`  ${flag} `)
    expect(help).not.toContain('--memory')
  })
})

describe('the subcommand', () => {
  function parse(...argv: readonly string[]): CommandLine | undefined {
    return parseCommandLine(argv, () => {})
  }

  test('is to serve when none is given', () => {
    expect(parse('--json')).toEqual({ command: 'serve', flags: { '--json': [] } })
  })

  test('has flags of its own behind it', () => {
    const flags = { '--json': [], '--token': ['a'] }
    expect(parse('requests', '--json', '--token', 'a')).toEqual({ command: 'requests', flags })
    const folder = { '--data-dir': ['b'] }
    expect(parse('repair', '--data-dir', 'b')).toEqual({ command: 'repair', flags: folder })
  })

  test.each([
    [['--json', 'requests'], /^--json in front of `requests` is for the daemon/],
    [['requests', '--port', '1'], /--port/],
    [['--data-dir', 'a', 'repair'], /^--data-dir in front of `repair` is for the daemon/],
    [['repair', '--min-free', '0'], /--min-free/],
    [['repair', 'hush'], /too many arguments/],
    [['requests', 'hush'], /too many arguments/],
    [['reqests'], /The subcommands are `requests` and `repair`\. --help/],
  ])('%j is refused', (argv, message) => {
    expect(() => parse(...argv)).toThrow(expect.objectContaining({ name: 'ExitError', code: 2 }))
    expect(() => parse(...argv)).toThrow(message)
    expect(() => parse(...argv)).not.toThrow(/hush/)
  })
})
