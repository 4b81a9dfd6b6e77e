// Checks of the headers and the body of a message to send that a schema cannot express.
import { type FaultList, step } from '../problem/fault-list.ts'

export function checkEncoded(
  { body, bodyEncoding }: { readonly body?: unknown; readonly bodyEncoding?: unknown },
  pointer: string,
  faults: FaultList,
): void {
  if (bodyEncoding === undefined) return
  if (body === undefined) faults.add(`${pointer}/bodyEncoding`, 'needs a body')
  else if (bodyEncoding === 'base64' && typeof body === 'string' && !isBase64(body)) {
    faults.add(`${pointer}/body`, 'must be base64, as bodyEncoding says')
  }
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !/[^A-Za-z\d+/=]|=[^=]|={3}/.test(text)
}

/** Headers that only the service sets. Most delimit the message or belong to the connection. */
export const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'date',
  'keep-alive',
  'upgrade',
  'trailer',
  'te',
])

export function checkHeaders(headers: object, pointer: string, faults: FaultList): void {
  checkNames(headers, pointer, faults)
  for (const [name, value] of Object.entries(headers)) {
    const at = pointer + step(name)
    if (framing.has(name.toLowerCase())) {
      faults.add(at, 'is set by the service, which keeps HTTP valid; only a fault breaks it')
    }
    for (const each of [value].flat()) {
      const fault = typeof each === 'string' ? headerValueFault(each) : undefined
      if (fault !== undefined) faults.add(at, fault)
    }
  }
}

/** Returns the fault of a header value (RFC 9110, 5.5). Characters above U+00FF cannot be sent. */
export function headerValueFault(value: string): string | undefined {
  if (!/[^\t\x20-\x7e\x80-\xff]/.test(value)) return undefined
  return 'must not hold control characters, or characters beyond U+00FF'
}

/** Adds a fault for `__proto__`, which would become the prototype of a copy, and so be lost. */
export function refusePrototype(names: object, pointer: string, faults: FaultList): void {
  if (Object.hasOwn(names, '__proto__')) faults.add(`${pointer}/__proto__`, 'is not supported')
}

/** Checks header names (RFC 9110, 5.1). Names that differ only in case would be one header. */
export function checkNames(headers: object, pointer: string, faults: FaultList): void {
  refusePrototype(headers, pointer, faults)
  const seen = new Set<string>()
  for (const name of Object.keys(headers)) {
    const lower = name.toLowerCase()
    if (!/^[!#$%&'*+.^_`|~\da-z-]+$/.test(lower)) {
      faults.add(pointer + step(name), 'is not a name that a header can have')
    } else if (seen.has(lower)) faults.add(pointer + step(name), 'is also given in another case')
    seen.add(lower)
  }
}
