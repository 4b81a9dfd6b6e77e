// Reads the fields of a form from a body: urlencoded (WHATWG URL, 5.1) or multipart (RFC 7578).

/** A name and a value. */
export type Field = readonly [name: string, value: string]

/** Maximum number of fields that rules look at, because each takes some time to read. */
export const mostFields = 1000

/** RFC 2046, 5.1.1. */
const longestBoundary = 70

/** Returns the fields, files by content. Empty if it is not a form; `undefined` if too many. */
export function formFields(contentType: string, body: string): readonly Field[] | undefined {
  const [type = ''] = contentType.split(';', 1)
  switch (type.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      // Without the `&`, a `?` at the beginning would be lost.
      return pieces(plusToSpace(body), '&')?.flatMap((piece) => [
        ...new URLSearchParams(`&${piece}`),
      ])
    case 'multipart/form-data': {
      const boundary = parameterOf(contentType, 'boundary')
      if (boundary === undefined || boundary.length > longestBoundary) return []
      return fieldsInParts(pieces(`\r\n${body}`, `\r\n--${boundary}`))
    }
    default:
      return []
  }
}

/** Replaces each `+` by a space. `replaceAll` takes 100 milliseconds for a million of them. */
function plusToSpace(text: string): string {
  if (!text.includes('+')) return text
  const bytes = new TextEncoder().encode(text)
  for (let at = bytes.indexOf(plus); at !== -1; at = bytes.indexOf(plus, at + 1)) bytes[at] = space
  return new TextDecoder().decode(bytes)
}

const plus = 0x2b
const space = 0x20

/** Returns the texts between the separators; `undefined` if there are too many. */
function pieces(text: string, separator: string): readonly string[] | undefined {
  // The text before the first part and the text after the last one are not fields.
  const found = text.split(separator, mostFields + 3)
  return found.length > mostFields + 2 ? undefined : found
}

/** Each section begins with the rest of its boundary line. One without a name is not a field. */
function fieldsInParts(sections: readonly string[] | undefined): readonly Field[] | undefined {
  if (!sections) return undefined
  const end = sections.findIndex((section, i) => i > 0 && section.startsWith('--'))
  return sections.slice(1, end === -1 ? undefined : end).flatMap((section) => {
    const head = section.indexOf('\r\n\r\n')
    if (head === -1) return []
    const name = nameIn(section.slice(section.indexOf('\r\n') + 2, head))
    return name === undefined ? [] : [[name, section.slice(head + 4)] as const]
  })
}

function nameIn(head: string): string | undefined {
  for (const line of head.split('\r\n')) {
    const [field = ''] = line.split(':', 1)
    if (field.trim().toLowerCase() === 'content-disposition') return parameterOf(line, 'name')
  }
  return undefined
}

/** Sticky, so that nothing is read twice. A quoted value ends with the next quote. */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))\s*/y

/** Browsers write quotes and line breaks as `%22`, `%0D` and `%0A` (WHATWG HTML, 4.10.21.8). */
function parameterOf(line: string, wanted: string): string | undefined {
  parameter.lastIndex = Math.max(line.indexOf(';'), 0)
  for (let found = parameter.exec(line); found; found = parameter.exec(line)) {
    const [, name = '', quoted, bare = ''] = found
    if (name.toLowerCase() === wanted)
      return (quoted ?? bare).replace(/%(?:22|0D|0A)/g, decodeURIComponent)
  }
  return undefined
}
