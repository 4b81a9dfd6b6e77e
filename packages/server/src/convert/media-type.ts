// What the name of a media type says of a body.

/** Such as `application/json` of `Application/JSON; charset=utf-8`. */
function essenceOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

export function isJson(type: string): boolean {
  return /^(application|text|\*)\/(.+\+)?(json|\*)$/.test(essenceOf(type))
}

/** Whether people would read it. */
export function isText(type: string): boolean {
  const named = /^text\/|[/+](xml|json|yaml)$|^application\/(.*javascript|x-www-form-urlencoded)$/
  return named.test(essenceOf(type))
}

/** The charset that it names, in lower case. */
export function charsetOf(type: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1]?.toLowerCase()
}
