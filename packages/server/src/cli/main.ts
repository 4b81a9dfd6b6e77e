// Runs the program from its arguments to its exit code.
import { type ExitCode, ExitError, exitCodes } from '../program/exit.ts'
import { stackOf } from '../program/stack-of.ts'
import type { Host } from '../terminal/host.ts'
import { createPrinter } from '../terminal/output.ts'
import { parseCommandLine } from './command-line.ts'
import { readEnvFile } from './env-file.ts'
import { unknownVariables } from './unknown-variables.ts'

/** Milliseconds that a stopped daemon waits for its output to be read. */
const lastWords = 1000

/** Runs the daemon until it is told to stop, or a subcommand. Resolves to the exit code. */
export async function main(host: Host): Promise<ExitCode> {
  const { stdout, stderr } = host
  // The reader of the output may have disconnected, which is no reason to stop serving.
  for (const output of [stdout, stderr]) output.on('error', () => {})
  let printer = createPrinter({ stdout, stderr, quiet: false, json: false, colour: false })
  try {
    const env = { ...readEnvFile(host.cwd), ...host.env }
    const line = parseCommandLine(host.argv, (text) => stdout.write(text), host)
    if (!line) return exitCodes.clean
    const given = { flags: line.flags, env }
    const unknown = unknownVariables(env)
    const colour = stdout.isTTY === true && !env['NO_COLOR']
    // Each is loaded only if it is used, because loading takes most of the time of a command.
    if (line.command !== undefined) {
      unknown.forEach(printer.warn)
      const { command, args } = line
      const { runCommand } = await import('../commands/run-command.ts')
      return await runCommand(command, { args, given, host, colour, say: printer.error })
    }
    const { readSettings, runDaemon, withFiles } = await import('../daemon/run-daemon.ts')
    const settings = readSettings(given)
    printer = createPrinter({ ...settings, stdout, stderr, colour })
    unknown.forEach(printer.warn)
    const code = await runDaemon(host, await withFiles(settings, line, host), printer)
    // Everything is closed. Exit even if some output has not been read yet.
    setTimeout(() => host.exit(code), lastWords).unref()
    return code
  } catch (error) {
    printer.error(error instanceof ExitError ? error.message : stackOf(error))
    return error instanceof ExitError ? error.code : exitCodes.crash
  }
}
