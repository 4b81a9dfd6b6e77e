// TypeScript as it checks this package, asked about a file that is not on the disk.
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** What TypeScript says of snippets that stand behind the same beginning. */
export interface TypeCheck {
  /** What is wrong with the snippet: the first line of each message, and those that explain it. */
  messages(snippet: string): string[]
  /** What is offered at the `|`, in the order of the alphabet. */
  completions(snippet: string): string[]
  /** What an editor shows of the name after the `|`, on one line. */
  hover(snippet: string): string
}

const folder = fileURLToPath(new URL('../..', import.meta.url))
const file = `${folder}src/snippet.ts`

/** The snippets stand in `src`, behind `beginning`. */
export function createTypeCheck(beginning: string): TypeCheck {
  let text = ''
  let version = 0
  const { config } = ts.readConfigFile(`${folder}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const read = (path: string): string | undefined => (path === file ? text : ts.sys.readFile(path))
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: (path) => (path === file ? String(version) : '0'),
    getScriptSnapshot(path) {
      const content = read(path)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
  })

  function show(snippet: string): void {
    text = beginning + snippet
    version++
  }

  /** Returns the place of the `|` in the file. */
  function showWithout(snippet: string): number {
    show(snippet.replace('|', ''))
    return beginning.length + snippet.indexOf('|')
  }

  return {
    messages(snippet) {
      show(snippet)
      return service
        .getSemanticDiagnostics(file)
        .flatMap(({ messageText }) =>
          ts.flattenDiagnosticMessageText(messageText, '\n').split('\n'),
        )
    },
    completions(snippet) {
      const position = showWithout(snippet)
      const { entries = [] } = service.getCompletionsAtPosition(file, position, {}) ?? {}
      return entries.map(({ name }) => name).sort()
    },
    hover(snippet) {
      const { displayParts } = service.getQuickInfoAtPosition(file, showWithout(snippet)) ?? {}
      return ts.displayPartsToString(displayParts).replace(/\s+/g, ' ')
    },
  }
}
