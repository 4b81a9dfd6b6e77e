// Under which keys drafts are kept. That of an endpoint is its name; names and ids of rules have no
// slash, so that all other keys begin with one.

/** What tells apart two that are begun and have no name yet, in whichever tabs. */
export function freshId(): string {
  return Math.random().toString(36).slice(2, 10)
}

const startOfNew = '/new/'

/** Of an endpoint that is not there yet. */
export function keyOfNew(id: string): string {
  return startOfNew + id
}

/** The id of a new endpoint. */
export function idOfNew(key: string): string | undefined {
  return key.startsWith(startOfNew) ? key.slice(startOfNew.length) : undefined
}

const startOfRule = '/rule/'
const startOfNewRule = '/new-rule/'

export function keyOfRule(endpoint: string, id: string): string {
  return `${startOfRule}${endpoint}/${id}`
}

/** Of a rule that is not there yet. */
export function keyOfNewRule(endpoint: string, id: string): string {
  return `${startOfNewRule}${endpoint}/${id}`
}

export interface RuleOfKey {
  readonly endpoint: string
  /** None when the rule is not there yet. */
  readonly id: string | undefined
}

export function ruleOfKey(key: string): RuleOfKey | undefined {
  const start = [startOfRule, startOfNewRule].find((each) => key.startsWith(each))
  if (start === undefined) return undefined
  const [endpoint = '', id] = key.slice(start.length).split('/')
  return { endpoint, id: start === startOfRule ? id : undefined }
}

/** The name of the endpoint that it is a draft of, or of one of its rules; none when that is not there yet. */
export function endpointOfKey(key: string): string | undefined {
  if (!key.startsWith('/')) return key
  return ruleOfKey(key)?.endpoint
}
