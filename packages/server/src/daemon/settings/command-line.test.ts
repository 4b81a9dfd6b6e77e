import { describe, expect, test } from 'vitest'
import { type CommandLine, parseCommandLine } from './command-line.ts'
import { repairSettings, requestsSettings, settings as table } from './table.ts'

describe('what is printed instead of a start', () => {
  function printed(...argv: readonly string[]): string {
    const texts: string[] = []
    expect(parseCommandLine(argv, (text) => texts.push(text))).toBeUndefined()
    return texts.join('')
  }

  test.each(['--version', '-v'])('%s prints the version alone', (flag) => {
    expect(printed(flag, '--port', '1')).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test.each(['--help', '-h'])('%s names every flag and every variable', (asked) => {
    const help = printed(asked, '--port', '1')
    expect(help).toContain('  requests [options] ')
    expect(help).toContain('  repair [options] ')
    for (const { flag, variable } of table) {
      if (flag !== undefined) expect(help).toContain(` ${flag} `)
      if (variable !== undefined) expect(help).toMatch(new RegExp(` ${variable}\\s`))
    }
    for (const line of ['-h, --help ', '-v, --version ', '-p, --port <number> ']) {
      expect(help).toContain(`  ${line}`)
    }
  })

  test.each([[[]], [['requests']], [['repair']]])('%j --help fits on a screen', (command) => {
    const lines = printed(...command, '--help')
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(50)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })

  test.each([
    ['requests', requestsSettings],
    ['repair', repairSettings],
  ])('%s --help names every flag of the subcommand', (name, settings) => {
    const help = printed(name, '-h')
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

  test('has -p for the port', () => {
    const flags = { '--port': ['1'] }
    expect(parse('-p', '1')).toEqual({ command: 'serve', flags })
    expect(parse('-p1')).toEqual({ command: 'serve', flags })
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
    [['strat'], /^unknown command "strat"\. The commands are "requests" and "repair"; .* --help/],
    [['--json', 'strat'], /^unknown command "strat"/],
    [['reqests'], /^unknown command "reqests"\. Did you mean "requests"\? --help/],
    [['repiar', '--data-dir', 'hush'], /^unknown command "repiar"\. Did you mean "repair"\?/],
    [['reqests', '--follow', 'hush'], /^unknown command "reqests"/],
    [['strat', 'hush'], /^unknown command "strat"/],
    [['--tokn=hush'], /^unknown option '--tokn=…'/],
    [['-thush'], /^unknown option '-t…'/],
  ])('%j is refused', (argv, message) => {
    expect(() => parse(...argv)).toThrow(expect.objectContaining({ name: 'ExitError', code: 2 }))
    expect(() => parse(...argv)).toThrow(message)
    expect(() => parse(...argv)).not.toThrow(/hush/)
  })
})
