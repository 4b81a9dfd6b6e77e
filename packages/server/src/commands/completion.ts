// `mock-endpoint completion`: scripts that complete commands, flags, files and endpoint names.
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Setting } from '../settings/setting.ts'
import { allSettings } from '../settings/table.ts'
import type { Command, Run } from './command.ts'

type Commands = Readonly<Record<string, Command>>

const shells: Readonly<Record<string, (choices: readonly Choice[]) => string>> = {
  bash,
  zsh,
  fish,
}

/** Returns a command that prints the script of a shell. Its last line shows how to install it. */
export function completionOf(commands: Commands): Run {
  return async ({ args: [shell = ''], print }) => {
    const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined
    if (!script) {
      const known = Object.keys(shells).join(', ')
      throw new ExitError(exitCodes.badSetting, `Only ${known} have completion.`)
    }
    print(script(choicesOf(commands)))
    return exitCodes.clean
  }
}

/** A word that may come next, and its meaning. */
type Offer = readonly [word: string, meaning: string]

/** The completions after certain words. */
interface Choice {
  /** The words typed so far, without the current one. */
  readonly before: string
  /** Whether more typed words may follow them. */
  readonly hasMore: boolean
  readonly words: readonly Offer[]
  /** Completions of a word that begins with a hyphen. */
  readonly flags: readonly Offer[]
  readonly names: boolean
  readonly files: boolean
}

/** Returns the choices for all commands. The script uses the first one that fits. */
function choicesOf(commands: Commands): readonly Choice[] {
  const names = Object.keys(commands)
  const groups = names.filter((name) => name.includes(' ')).map(firstWord)
  const first = [...new Set(['serve', ...names.map(firstWord)])]
  const inGroup = (group: string): readonly Offer[] =>
    names.flatMap((name): Offer[] => {
      const own = name.slice(group.length + 1)
      return name.startsWith(`${group} `) ? [[own, commands[name]?.summary ?? '']] : []
    })
  const none = { words: [], flags: [], names: false, files: false }
  const daemon = { ...none, flags: flagsOf(allSettings), files: true }
  const ofCommands = Object.entries(commands).flatMap(([name, command]) =>
    pathsOf(name, command).map((before) => ({ before, hasMore: true, ...after(name, command) })),
  )
  return [
    {
      ...daemon,
      before: '',
      hasMore: false,
      words: first.map((word): Offer => [word, commands[word]?.summary ?? '']),
    },
    ...[...new Set(groups)].map((group) => {
      const itself = commands[group]
      const more = itself ? after(group, itself) : none
      return { ...more, before: group, hasMore: false, words: inGroup(group) }
    }),
    { ...daemon, before: 'serve', hasMore: true },
    { ...daemon, before: '-', hasMore: true },
    // Longer names first, so that `import har` comes before `import`.
    ...ofCommands.sort((a, b) => b.before.length - a.before.length),
  ]
}

/** Returns the completions after a command. */
function after(name: string, { args = '', settings }: Command): Omit<Choice, 'before' | 'hasMore'> {
  const isOfShells = args === '<shell>'
  return {
    words: isOfShells ? Object.keys(shells).map((shell): Offer => [shell, '']) : [],
    flags: flagsOf(settings),
    // The endpoint that `add` names usually does not exist yet.
    names: /<name|\[endpoint/.test(args) && name !== 'add',
    files: /file/.test(args),
  }
}

/** Returns the name of a command and its aliases, each with the group. */
function pathsOf(name: string, { aliases = [] }: Command): readonly string[] {
  const group = name.slice(0, name.lastIndexOf(' ') + 1)
  return [name, ...aliases.map((alias) => group + alias)]
}

function flagsOf(table: readonly Setting[]): readonly Offer[] {
  return table.flatMap(({ flag, meaning }): Offer[] => {
    return flag === undefined ? [] : [[flag.split(' ', 1)[0] ?? '', meaning]]
  })
}

function firstWord(name: string): string {
  return name.split(' ', 1)[0] ?? ''
}

// The shell must never evaluate the names of endpoints, because anyone may have chosen them.

function bash(choices: readonly Choice[]): string {
  return `_mock_endpoint() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" current="\${COMP_WORDS[COMP_CWORD]}"
  local offers= flags= names= files= name
  case "$before" in
${cases(choices)}
  esac
  [[ $current == -* ]] && offers=$flags names= files=
  COMPREPLY=($(compgen -W "$offers" -- "$current"))
  while IFS= read -r name; do
    [[ -n $name && $name == "$current"* ]] && COMPREPLY+=("$(printf %q "$name")")
  done < <([ -n "$names" ] && mock-endpoint list --names 2>/dev/null)
  [ -n "$files" ] || return 0
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$current")
}
complete -o default -F _mock_endpoint mock-endpoint
# In ~/.bashrc: source <(mock-endpoint completion bash)`
}

function zsh(choices: readonly Choice[]): string {
  return `_mock_endpoint() {
  local before="\${words[2,CURRENT-1]}" offers= flags= names= files=
  case "$before" in
${cases(choices)}
  esac
  [[ "\${words[CURRENT]}" == -* ]] && offers=$flags names= files=
  compadd -- \${=offers}
  [ -z "$names" ] || compadd -- "\${(@f)$(mock-endpoint list --names 2>/dev/null)}"
  [ -z "$files" ] || _files
}
compdef _mock_endpoint mock-endpoint
# In ~/.zshrc, after compinit: source <(mock-endpoint completion zsh)`
}

function cases(choices: readonly Choice[]): string {
  const wordsOf = (offers: readonly Offer[]): string => offers.map(([word]) => word).join(' ')
  const lines = choices.map(({ before, hasMore, words, flags, names, files }) => {
    const offered = [`offers="${wordsOf(words)}"`, `flags="${wordsOf(flags)}"`]
    if (names) offered.push('names=yes')
    if (files) offered.push('files=yes')
    return `    '${before}'${hasMore ? '*' : ''}) ${offered.join(' ')} ;;`
  })
  return lines.join('\n')
}

function fish(choices: readonly Choice[]): string {
  const listOf = (offers: readonly Offer[]): string =>
    offers.map(([word, meaning]) => quoted(`${word}\t${meaning}`)).join(' ')
  const lines = choices.flatMap(({ before, hasMore, words, flags, names, files }) => [
    `    case ${quoted(before + (hasMore ? '*' : ''))}`,
    `      set offers ${listOf(words)}`,
    `      set flags ${listOf(flags)}`,
    ...(names ? ['      set names yes'] : []),
    ...(files ? ['      set files yes'] : []),
  ])
  return `function __mock_endpoint
  set -l typed (commandline -opc)
  set -e typed[1]
  set -l before (string join ' ' -- $typed)
  set -l offers
  set -l flags
  set -l names
  set -l files
  switch "$before"
${lines.join('\n')}
  end
  if string match -q -- '-*' (commandline -ct)
    printf '%s\\n' $flags
    return
  end
  printf '%s\\n' $offers
  test -z "$names"; or mock-endpoint list --names 2>/dev/null
  test -z "$files"; or __fish_complete_path (commandline -ct)
end
complete -c mock-endpoint -f -a '(__mock_endpoint)'
# Once: mock-endpoint completion fish > ~/.config/fish/completions/mock-endpoint.fish`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
