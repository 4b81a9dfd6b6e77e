// Tools that add, list and remove endpoints and rules.
import { type ListedRule, Problem, ruleToJson, unless } from '@mock-endpoint/core/client'
import { cut } from './cut.ts'
import { argumentsOf, endpointInput, name, ruleInput } from './input-schemas.ts'
import { type Tool, type ToolCall, type ToolResult, urlOf } from './tool.ts'

export const addEndpoint: Tool = {
  title: 'Add or change an endpoint',
  description:
    'Answers GET and every other method at /endpoint/{name} with exactly this JSON, with this status, after this delay. An endpoint of that name is replaced. For responses that depend on the request, or on how often it was made, add rules.',
  input: { json: endpointInput },
  async run({ json, control, url }) {
    const { name, statusCode, delay, data } = await control.addEndpoint(json)
    const at = urlOf(url, name)
    const wait = delay > 0 ? ` after ${delay} ms` : ''
    return {
      text: `${at} answers ${statusCode}${wait} with ${data.length} characters of JSON.${hintFor(data)}`,
      data: { name, url: at, statusCode, delay },
    }
  },
}

export const addRule: Tool = {
  title: 'Add or change a rule',
  description:
    'Gives some requests to an endpoint another response: by method, path below the endpoint, query, headers or body. `response` answers always, or `times` often; `responses` answer one request each, in turn, and then the rule is used up: so [{"statusCode":201},{"statusCode":402}] lets the second request fail. Rules that are used up at some time are tried first, the oldest first; then the others, the newest first. The endpoint need not exist: its name is then a base URL that only rules answer.',
  input: { json: ruleInput },
  async run({ json, control, url }) {
    const rule = await control.addRule(json)
    const { id, endpoint, used, left } = rule
    return {
      text: `Rule ${id} is added. ${ruleText(rule, url)}`,
      data: { id, endpoint, used, left },
    }
  },
}

const mostListed = 50
/** Maximum characters of the data of an endpoint, and of a rule. */
const longest = 2000

export const listMocks: Tool = {
  title: 'List endpoints and rules',
  description:
    'Lists the endpoints, at most 50, or those whose name contains `search`. With `endpoint`: its data and its rules, in the order in which they are tried.',
  input: {
    arguments: argumentsOf({
      search: { type: 'string', description: 'A part of the names.' },
      endpoint: { ...name, description: 'The name of one endpoint, to see its rules.' },
    }),
  },
  isReading: true,
  run: (call) => (call.given['endpoint'] === undefined ? listAll(call) : listOne(call)),
}

async function listAll({ given: { search }, control, url, signal }: ToolCall): Promise<ToolResult> {
  const query = { limit: mostListed, ...(search !== undefined && { search: String(search) }) }
  const { endpoints, next, total } = await control.listSummaries(query, signal)
  const lines = endpoints.map(({ name, statusCode, delay, rules, dataStart, origin }) => {
    const more = [delay > 0 ? `${delay} ms` : [], rules > 0 ? `${rules} rules` : []].flat()
    return `${origin ?? urlOf(url, name)}: ${[statusCode, ...more].join(', ')} ${dataStart.slice(0, 80)}`
  })
  const page = await control.listRules({ limit: mostListed }, signal)
  const others = [...new Set(page.rules.map(({ endpoint }) => endpoint))].filter((each) => {
    return each.includes(String(search ?? '')) && endpoints.every(({ name }) => name !== each)
  })
  if (others.length > 0) lines.push(`Other names that have rules: ${others.join(', ')}`)
  if (page.next !== null)
    lines.push('There are more rules: pass `endpoint` to list the rules of one.')
  if (next !== null)
    lines.push(`There are more${total ? `, ${total} in all` : ''}: search for a part of the name.`)
  return {
    text: lines.length === 0 ? 'There are no endpoints and no rules.' : lines.join('\n'),
    data: { endpoints, othersWithRules: others, hasMore: next !== null || page.next !== null },
  }
}

async function listOne({ given, control, url, signal }: ToolCall): Promise<ToolResult> {
  const endpoint = String(given['endpoint'])
  const { rules, next } = await control.listRules({ endpoint, limit: mostListed }, signal)
  const asked = control.getEndpoint(endpoint, signal)
  const found = await (rules.length === 0 ? asked : unless('endpoint-not-found', asked))
  const own = found
    ? `${urlOf(url, endpoint)} answers ${found.statusCode} ${cut(found.data, longest)}`
    : `${urlOf(url, endpoint)} has no default response, only rules.`
  const listed = rules.map((rule) => {
    const { id, used, left } = rule
    return { id, used, left, rule: cut(ruleToJson(rule), longest) }
  })
  const lines = listed.map(({ rule, ...use }) => `${use.id}: ${rule}, ${usedText(use)}`)
  if (next !== null) lines.push('There are more rules.')
  return {
    text: [own, ...lines].join('\n'),
    data: {
      endpoint: found && { ...found, data: cut(found.data, longest) },
      rules: listed,
      hasMore: next !== null,
    },
  }
}

export const removeMocks: Tool = {
  title: 'Remove an endpoint or a rule',
  description:
    'Removes one endpoint with its rules, or one rule. Everything at once is removed by reset with `all`.',
  input: {
    arguments: argumentsOf({
      endpoint: name,
      rule: { type: 'string', description: 'The id of the rule.' },
    }),
  },
  isRemoving: true,
  async run({ given: { endpoint, rule }, control, signal }) {
    if ((endpoint === undefined) === (rule === undefined)) {
      throw new Error(
        'Give either `endpoint` or `rule`. To remove everything, call reset with {"all": true}.',
      )
    }
    if (rule !== undefined) {
      const id = await control.removeRule(String(rule), signal)
      return { text: `Removed rule ${id}.`, data: { rule: id } }
    }
    const name = String(endpoint)
    await control.removeEndpoint(name, signal).catch(async (error) => {
      // The name may have rules but no default response.
      const isMissing = error instanceof Problem && error.code === 'endpoint-not-found'
      if (!isMissing || (await control.clearRules({ endpoint: name }, signal)) === 0) throw error
    })
    return { text: `Removed endpoint ${name} with its rules.`, data: { endpoint: name } }
  },
}

/** Describes which requests a rule answers, and how often it was used. */
function ruleText(rule: ListedRule, url: string): string {
  const { endpoint, when: { method = 'any method', path = '/' } = {} } = rule
  const methods = [method].flat().join(' or ')
  const below = path === '/' ? '' : path
  return `It answers ${methods} at ${urlOf(url, endpoint)}${below}, ${usedText(rule)}.`
}

function usedText({ used, left }: Pick<ListedRule, 'used' | 'left'>): string {
  return left === null ? `used ${used} times` : `used ${used} times, ${left} left`
}

/** Returns a hint if the data is a string of JSON, which models often send by mistake. */
function hintFor(data: string): string {
  if (!data.startsWith('"')) return ''
  try {
    const text = (JSON.parse(data) as string).trim()
    if (!/^[[{]/.test(text)) return ''
    JSON.parse(text)
    return ' The data is a string that holds JSON: if that was not meant, give the value itself.'
  } catch {
    return ''
  }
}
