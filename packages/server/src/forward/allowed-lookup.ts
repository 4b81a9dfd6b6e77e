// Looks a host up when its connection is made, and returns only the allowed addresses. So a name
// whose addresses change cannot lead to an address that is not allowed.
import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type AllowedHosts, forwardFailed } from '@mock-endpoint/core'

export function createLookup(allowed: AllowedHosts, port: number): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, [])
        return
      }
      const fine = addresses.filter(({ address }) => allowed.allowsAddress(address, port))
      const [first] = fine
      if (!first) callback(notAllowed(host, addresses, allowed), [])
      else if (options.all) callback(null, fine)
      else callback(null, first.address, first.family)
    })
  }
}

function notAllowed(
  host: string,
  addresses: readonly LookupAddress[],
  allowed: AllowedHosts,
): Error {
  const all = addresses.map(({ address }) => address)
  const detail = `\`${host}\` is ${all.map((each) => `\`${each}\``).join(', ')} here, which is not public. If it may be asked, allow the address as well. ${allowed.advice(all[0] ?? host)}`
  return forwardFailed('destination_ip_prohibited', detail)
}
