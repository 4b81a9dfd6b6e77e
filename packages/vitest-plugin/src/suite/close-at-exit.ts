// The servers of a process that ends before their hooks ran, such as those of a file that throws while
// it is collected: nobody forgot to close them.
import type { MockServer } from '../mock-server.ts'

type Closing = Pick<MockServer<object>, 'close'>

const started = new Set<Closing>()

/** Closes a server with its process, unless the function that this returns was called before. */
export function closeAtExit(server: Closing): () => void {
  // Before what tells of servers that are open at the exit.
  if (started.size === 0) process.prependListener('exit', closeAll)
  started.add(server)
  return () => {
    started.delete(server)
    if (started.size === 0) process.off('exit', closeAll)
  }
}

function closeAll(): void {
  for (const server of started) server.close().catch(() => {})
}
