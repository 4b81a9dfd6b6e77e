// The standard output of this process, on runtimes whose own does not do what we need of it.
import { Writable } from 'node:stream'

/** Calls back when the bytes have been taken, or with why they cannot be. */
type Write = (bytes: Uint8Array, done: (error?: Error | null) => void) => unknown

/**
 * A stream that neither blocks while nobody reads it nor hides how much waits to be read. On a pipe
 * `process.stdout` of Deno blocks the whole process, and that of Bun always tells that nothing waits.
 */
export function findOutput(): Writable {
  const { stdout, versions } = process
  if (stdout.isTTY) return stdout
  const ofDeno = denoOutput()
  if (ofDeno) return writableOf(toDeno(ofDeno))
  if (versions['bun'] === undefined) return stdout
  // Each write tells its error, too; main() decides what that means.
  stdout.on('error', () => {})
  return writableOf((bytes, done) => stdout.write(bytes, done))
}

function writableOf(write: Write): Writable {
  return new Writable({ write: (bytes: Uint8Array, _, done) => void write(bytes, done) })
}

/** The part of Deno's own output that writes without blocking. */
interface DenoOutput {
  /** Resolves to how many of the bytes were written. */
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
