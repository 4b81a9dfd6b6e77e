// TypeScript with the options of this package, for a file that is not on the disk.
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Results of TypeScript for snippets that follow the same beginning. */
export interface TypeCheck {
  /** The errors in the snippet: the first line of each message, and the lines that explain it. */
  messages(snippet: string): string[]
  /** The names that are offered at the `|`, sorted. */
  completions(snippet: string): string[]
  /** The text that an editor shows for the name after the `|`, on one line. */
  hover(snippet: string): string
}

const folder = fileURLToPath(new URL('../..', import.meta.url))
const file = `${folder}src/snippet.ts`

/** Creates a check of snippets in `src`, which follow `beginning`. */
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

  /** Shows the snippet without its `|`. Returns the position of the `|` in the file. */
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
