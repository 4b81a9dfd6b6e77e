// Runs a program in a fresh process, and lists the files that it loaded as modules.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Prints every module that is loaded to standard error, on Node 20 and later. */
const hooks = dataUrl(`
  import { writeSync } from 'node:fs'
  export function load(url, context, next) {
    writeSync(2, 'loaded ' + url + '\\n')
    return next(url, context)
  }`)
const watch = dataUrl(`
  import module from 'node:module'
  if (module.registerHooks) module.registerHooks(await import(${JSON.stringify(hooks)}))
  else module.register(${JSON.stringify(hooks)})`)

export interface Watched {
  /** The text on standard output. */
  readonly stdout: string
  /** The paths of the loaded files, except those loaded by `require`. */
  readonly loaded: readonly string[]
}

/** Rejects when the program ends with an error, or not within 45 seconds. */
export async function watchLoading(program: string): Promise<Watched> {
  const args = ['--import', watch, '--input-type=module', '-e', program]
  const options = { timeout: 45_000, killSignal: 'SIGKILL' } as const
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options)
  const loaded = [...stderr.matchAll(/^loaded file:(.*)$/gm)].map(([, file]) => String(file))
  return { stdout, loaded }
}

function dataUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`
}
