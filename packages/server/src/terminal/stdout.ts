// The standard output of this process, also on runtimes where `process.stdout` is not enough.
import { Writable } from 'node:stream'

/** Writes bytes. Calls back when they have been taken, or with an error if they cannot be. */
type Write = (bytes: Uint8Array, done: (error?: Error | null) => void) => unknown

/**
 * Returns a stream that does not block while its output is not read, and reports how many bytes
 * wait to be read. On a pipe, `process.stdout` of Deno blocks the whole process, and that of Bun
 * always reports that none wait.
 */
export function findOutput(): Writable {
  const { stdout, versions } = process
  if (stdout.isTTY) return stdout
  const ofDeno = denoOutput()
  if (ofDeno) return writableOf(toDeno(ofDeno))
  if (versions['bun'] === undefined) return stdout
  // Each write also passes its error to the returned stream, where main() handles it.
  stdout.on('error', () => {})
  return writableOf((bytes, done) => stdout.write(bytes, done))
}

function writableOf(write: Write): Writable {
  return new Writable({ write: (bytes: Uint8Array, _, done) => void write(bytes, done) })
}

/** The part of Deno's own output that writes without blocking. */
interface DenoOutput {
  /** Resolves to the number of written bytes. */
  write(bytes: Uint8Array): Promise<number>
}

function denoOutput(): DenoOutput | undefined {
  const deno: { stdout: DenoOutput } | undefined = Reflect.get(globalThis, 'Deno')
  return deno?.stdout
}

function toDeno(output: DenoOutput): Write {
  const writeAll = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.byteLength; ) at += await output.write(bytes.subarray(at))
  }
  return (bytes, done) => writeAll(bytes).then(() => done(), done)
}
