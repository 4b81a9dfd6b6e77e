// Finds the kind and the charset of a body from its media type.

/** Returns `application/json` for `Application/JSON; charset=utf-8`. */
function essenceOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

export function isJson(type: string): boolean {
  return /^(application|text|\*)\/(.+\+)?(json|\*)$/.test(essenceOf(type))
}

/** Whether a body of this type is text that people can read. */
export function isText(type: string): boolean {
  const named = /^text\/|[/+](xml|json|yaml)$|^application\/(.*javascript|x-www-form-urlencoded)$/
  return named.test(essenceOf(type))
}

/** Returns the charset in a media type, in lower case. */
export function charsetOf(type: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1]?.toLowerCase()
}
