// Daemons for the HTTP contract.
import type { ServiceOptions } from '../../../core/src/test/contract/contract-service.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { type SharedServices, shareServices } from '../../../core/src/test/shared-services.ts'
import { type DaemonOptions, freshFolder, startDaemon } from './daemon.ts'

/** Starts daemons on the Node that runs the test, or on `runtime`. */
export function contractDaemons({ runtime }: Pick<DaemonOptions, 'runtime'> = {}): SharedServices {
  return shareServices(async (options) => {
    const folder = await freshFolder()
    const { url, stop } = await startDaemon({ args: flagsOf(options), cwd: folder.path, runtime })
    return { send: overSocket(url), stop: () => stop().finally(folder.remove) }
  })
}

function flagsOf({
  token,
  maxBody,
  allowedHosts = [],
  allowOrigins = [],
}: ServiceOptions): readonly string[] {
  return [
    '--memory',
    ...(token === undefined ? [] : ['--token', token]),
    ...(maxBody === undefined ? [] : ['--max-body', `${maxBody}`]),
    ...allowedHosts.flatMap((host) => ['--allowed-host', host]),
    ...allowOrigins.flatMap((origin) => ['--allow-origin', origin]),
  ]
}
