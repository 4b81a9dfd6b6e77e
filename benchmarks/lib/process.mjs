// A server as a process of its own: until it says where it is, and until it has ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Starts it, and passes on what it says of errors. Resolves, when a line that it prints matches
 * `address`, to the match; without `address` at once.
 */
export async function startProcess(command, args, { address, cwd } = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit').finally(() => process.off('exit', kill))
  const stop = async () => {
    const timer = setTimeout(kill, 10_000)
    child.kill()
    await ended
    clearTimeout(timer)
  }
  if (address === undefined) {
    child.stdout.resume()
    return { pid: child.pid, stop }
  }
  const url = await addressIn(child.stdout, address)
  if (url === undefined) throw new Error(`${command} ended before it was listening.`)
  return { url, pid: child.pid, stop }
}

async function addressIn(stdout, address) {
  for await (const line of createInterface(stdout)) {
    const url = address.exec(line)?.[1]
    if (url === undefined) continue
    stdout.resume()
    return url
  }
}
