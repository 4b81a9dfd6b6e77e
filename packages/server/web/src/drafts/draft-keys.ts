// The keys of drafts. The key of an endpoint's draft is its name. All other keys begin with a
// slash, which endpoint names and rule ids do not contain.

/** Returns an id for a new draft without a name, unique across tabs. */
export function freshId(): string {
  return Math.random().toString(36).slice(2, 10)
}

const startOfNew = '/new/'

/** Returns the key of an endpoint that does not exist yet. */
export function keyOfNew(id: string): string {
  return startOfNew + id
}

/** Returns the id of a new endpoint's draft, or `undefined` for another key. */
export function idOfNew(key: string): string | undefined {
  return key.startsWith(startOfNew) ? key.slice(startOfNew.length) : undefined
}

const startOfRule = '/rule/'
const startOfNewRule = '/new-rule/'

export function keyOfRule(endpoint: string, id: string): string {
  return `${startOfRule}${endpoint}/${id}`
}

/** Returns the key of a rule that does not exist yet. */
export function keyOfNewRule(endpoint: string, id: string): string {
  return `${startOfNewRule}${endpoint}/${id}`
}

export interface RuleOfKey {
  readonly endpoint: string
  /** `undefined` if the rule does not exist yet. */
  readonly id: string | undefined
}

export function ruleOfKey(key: string): RuleOfKey | undefined {
  const start = [startOfRule, startOfNewRule].find((each) => key.startsWith(each))
  if (start === undefined) return undefined
  const [endpoint = '', id] = key.slice(start.length).split('/')
  return { endpoint, id: start === startOfRule ? id : undefined }
}

/** Returns the endpoint's name, also for the draft of a rule. `undefined` for a new endpoint. */
export function endpointOfKey(key: string): string | undefined {
  if (!key.startsWith('/')) return key
  return ruleOfKey(key)?.endpoint
}
