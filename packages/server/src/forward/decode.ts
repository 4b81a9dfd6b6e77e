// Undoes the compression of a body for recording it.
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'

type Undo = (body: Uint8Array, options: ZlibOptions) => Promise<Buffer>

/** The decoders, by the names of RFC 9110, 8.4.1, and `br` (RFC 7932). */
const undoing: Readonly<Record<string, Undo>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: inflateEither,
  br: promisify(brotliDecompress),
}

/** Most servers send zlib's format, as the standard requires. Some send bare deflate data. */
async function inflateEither(body: Uint8Array, options: ZlibOptions): Promise<Buffer> {
  try {
    return await promisify<Uint8Array, ZlibOptions, Buffer>(inflate)(body, options)
  } catch {
    return promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw)(body, options)
  }
}

/** Maximum number of encodings of one body that are undone. */
const mostLayers = 3

/**
 * Undoes a `content-encoding`, which may be a list. Resolves to `undefined` if it is not supported,
 * if the body is not encoded that way, or if the decoded body has more than `most` bytes.
 */
export async function decode(
  encoding: string,
  body: Uint8Array,
  most: number,
): Promise<Uint8Array | undefined> {
  const names = encoding.split(',').map((name) => name.trim().toLowerCase())
  if (names.length > mostLayers) return undefined
  let decoded = body
  for (const name of names.reverse()) {
    const undo = Object.hasOwn(undoing, name) ? undoing[name] : undefined
    if (name === 'identity') continue
    try {
      if (!undo) return undefined
      decoded = await undo(decoded, { maxOutputLength: Math.max(most, 1) })
    } catch {
      return undefined
    }
  }
  return decoded
}
