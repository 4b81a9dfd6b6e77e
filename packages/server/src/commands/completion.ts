// `mock-endpoint completion`: what a shell needs to complete commands, flags and names of endpoints.
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Setting } from '../settings/setting.ts'
import { allSettings } from '../settings/table.ts'
import type { Command, Run } from './command.ts'

type Commands = Readonly<Record<string, Command>>

const shells: Readonly<Record<string, (commands: Commands) => string>> = { bash, zsh, fish }

/** Prints the script of a shell; its last lines say where it belongs. */
export function completionOf(commands: Commands): Run {
  return async ({ args: [shell = ''], print }) => {
    const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined
    if (!script) {
      const known = Object.keys(shells).join(', ')
      throw new ExitError(exitCodes.badSetting, `Only ${known} have completion.`)
    }
    print(script(commands))
    return exitCodes.clean
  }
}

/** What may follow: words, and names of endpoints. */
interface Choice {
  /** What was typed before; with `*`, and more. */
  readonly before: string
  readonly words: string
  readonly takesEndpoint: boolean
}

function choices(commands: Commands): readonly Choice[] {
  const names = Object.keys(commands)
  const takesEndpoint = false
  const ofGroups = groupsOf(commands).map((group) => {
    const inside = names.filter((name) => firstWord(name) === group && name !== group)
    // A group may be a command itself.
    const flags = flagsOf(commands[group]?.settings ?? [])
    const words = [...inside.map((name) => name.slice(group.length + 1)), flags].join(' ').trim()
    return { before: group, words, takesEndpoint }
  })
  const ofCommands = Object.entries(commands).map(([name, { args, settings }]) => ({
    before: `${name}*`,
    words: flagsOf(settings),
    takesEndpoint: isOnEndpoints(name, args),
  }))
  const words = ['serve', ...new Set(names.map(firstWord)), flagsOf(allSettings)].join(' ')
  const serve = { before: 'serve*', words: flagsOf(allSettings), takesEndpoint }
  return [{ before: '', words, takesEndpoint }, serve, ...ofGroups, ...ofCommands]
}

// Names are never handed to what the shell evaluates: anybody may have chosen them.

function bash(commands: Commands): string {
  return `_mock_endpoint() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" current="\${COMP_WORDS[COMP_CWORD]}"
  local flags= names= name
  case "$before" in
${cases(commands)}
  esac
  COMPREPLY=($(compgen -W "$flags" -- "$current"))
  while IFS= read -r name; do
    [[ -n $name && $name == "$current"* ]] && COMPREPLY+=("$(printf %q "$name")")
  done < <([ -n "$names" ] && mock-endpoint list --names 2>/dev/null)
}
complete -o default -F _mock_endpoint mock-endpoint
# In ~/.bashrc: source <(mock-endpoint completion bash)`
}

function zsh(commands: Commands): string {
  return `_mock_endpoint() {
  local before="\${words[2,CURRENT-1]}" flags= names=
  case "$before" in
${cases(commands)}
  esac
  compadd -- \${=flags}
  [ -z "$names" ] || compadd -- "\${(@f)$(mock-endpoint list --names 2>/dev/null)}"
}
compdef _mock_endpoint mock-endpoint
# In ~/.zshrc, after compinit: source <(mock-endpoint completion zsh)`
}

function cases(commands: Commands): string {
  const lines = choices(commands).map(({ before, words, takesEndpoint }) => {
    const pattern = before.endsWith('*') ? `'${before.slice(0, -1)}'*` : `'${before}'`
    return `    ${pattern}) flags="${words}"${takesEndpoint ? ' names=yes' : ''} ;;`
  })
  return lines.join('\n')
}

function fish(commands: Commands): string {
  const add = 'complete -c mock-endpoint -f'
  const flags = (table: readonly Setting[], when: string): string[] =>
    table.flatMap(({ flag, meaning }) => {
      const [name = '', value] = flag?.split(' ') ?? []
      const needs = value === undefined ? '' : ' -r'
      return flag
        ? [`${add} -n ${quoted(when)} -l ${name.slice(2)}${needs} -d ${quoted(meaning)}`]
        : []
    })
  const lines = Object.entries(commands).flatMap(([name, { args, summary, settings }]) => {
    const [group, own] = name.split(' ')
    const when =
      own === undefined ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${group}`
    const seen =
      own === undefined
        ? `__fish_seen_subcommand_from ${name}`
        : `${when}; and __fish_seen_subcommand_from ${own}`
    const names = `${add} -n ${quoted(seen)} -a "(mock-endpoint list --names 2>/dev/null)"`
    return [
      `${add} -n ${quoted(when)} -a ${own ?? name} -d ${quoted(summary)}`,
      ...flags(settings, seen),
      ...(isOnEndpoints(name, args) ? [names] : []),
    ]
  })
  const groups = new Set(
    Object.keys(commands)
      .filter((name) => name.includes(' '))
      .map(firstWord),
  )
  const bare = [...groups].filter((group) => !Object.hasOwn(commands, group))
  const ofGroups = bare.map((group) => `${add} -n __fish_use_subcommand -a ${group}`)
  return [
    ...ofGroups,
    ...lines,
    ...flags(allSettings, '__fish_use_subcommand'),
    '# Once: mock-endpoint completion fish > ~/.config/fish/completions/mock-endpoint.fish',
  ].join('\n')
}

/** Whether an argument is the name of an endpoint that is there. */
function isOnEndpoints(command: string, args = ''): boolean {
  return /<name|\[endpoint/.test(args) && command !== 'add'
}

function flagsOf(table: readonly Setting[]): string {
  return table.flatMap(({ flag }) => flag?.split(' ', 1) ?? []).join(' ')
}

function groupsOf(commands: Commands): readonly string[] {
  const grouped = Object.keys(commands).filter((name) => name.includes(' '))
  return [...new Set(grouped.map(firstWord))]
}

function firstWord(name: string): string {
  return name.split(' ', 1)[0] ?? ''
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`
}
