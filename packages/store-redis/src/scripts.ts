// Writes as one script with one or more steps, which Redis runs without other commands in between.
//
// Keys after the prefix:
// `e:{name}`: the record of an endpoint. `names`: the names of all endpoints.
// `t:{endpoint}`: the texts of its permanent rules by id. `x:{endpoint}`: of its temporary rules.
// `o:{endpoint}`: the ids of all its rules, in order. `sequence`: the last place given.
// `rules`: the endpoint of each rule. `ruled`: the names with rules.
// `uses`: the number of uses of each temporary rule. `spent`: the rules that were used up.
// `spending`: the endpoints and ids of used-up rules, in order. `format`: the format's version.

/** The format that this version reads and writes. */
export const format = '1'

export interface Script {
  readonly text: string
}

/** A write, and its arguments. */
export type WriteStep =
  | readonly ['put', name: string, record: string]
  | readonly ['remove', name: string]
  | readonly ['clear']
  | readonly ['putRule', id: string, endpoint: string, text: string, kind: 't:' | 'x:']
  | readonly ['removeRule', id: string]
  | readonly ['clearRules', endpoint: string]
  | readonly ['clearAllRules']
  | readonly ['resetRules']

/** The beginning of every write: its variables, and the step `put`. */
const start = `
local p, i, call, steps = KEYS[1], 1, redis.call, {}
local names = p .. 'names'

local function take()
  i = i + 1
  return ARGV[i - 1]
end

-- Not for what removes: that has to go on when there is no room.
local function noteFormat() call('SETNX', p .. 'format', '${format}') end

function steps.put()
  noteFormat()
  local name = take()
  -- First what may fail, as what is done already stays.
  call('ZADD', names, 0, name)
  call('SET', p .. 'e:' .. name, take())
  return 0
end
`

const end = `
local removed = 0
while i <= #ARGV do removed = steps[take()]() end
return removed
`

/** For writes with only `put`. It is short, because each write sends its script. */
const putScript: Script = { text: start + end }

/** Functions that remove rules. */
const rulesStart = `
local rules, ruled, uses = p .. 'rules', p .. 'ruled', p .. 'uses'

local function dropRule(id, endpoint)
  call('HDEL', rules, id)
  call('HDEL', p .. 't:' .. endpoint, id)
  call('HDEL', p .. 'x:' .. endpoint, id)
  call('HDEL', uses, id)
  call('ZREM', p .. 'o:' .. endpoint, id)
  if call('EXISTS', p .. 'o:' .. endpoint) == 0 then call('ZREM', ruled, endpoint) end
end

local function forgetSpent(id)
  local kept = call('HGET', p .. 'spent', id)
  if not kept then return end
  call('HDEL', p .. 'spent', id)
  call('LREM', p .. 'spending', 0, string.match(kept, '^[^/]*/') .. id)
end
`

/** For any write. */
const anyScript: Script = {
  text: `${start}${rulesStart}
local function dropTexts(endpoint)
  call('DEL', p .. 't:' .. endpoint, p .. 'x:' .. endpoint, p .. 'o:' .. endpoint)
end

local function dropRules(endpoint)
  local ids = call('ZRANGE', p .. 'o:' .. endpoint, 0, -1)
  for _, id in ipairs(ids) do
    call('HDEL', rules, id)
    call('HDEL', uses, id)
  end
  dropTexts(endpoint)
  call('ZREM', ruled, endpoint)
  for _, place in ipairs(call('LRANGE', p .. 'spending', 0, -1)) do
    local of, id = string.match(place, '^([^/]*)/(.*)$')
    if of == endpoint then forgetSpent(id) end
  end
  return #ids
end

local function dropAllRules()
  local removed = call('HLEN', rules)
  for _, endpoint in ipairs(call('ZRANGE', ruled, 0, -1)) do dropTexts(endpoint) end
  call('DEL', rules, ruled, uses, p .. 'spent', p .. 'spending')
  return removed
end

function steps.remove()
  local name = take()
  local removed = call('ZREM', names, name)
  if removed == 1 then
    call('DEL', p .. 'e:' .. name)
    dropRules(name)
  end
  return removed
end

function steps.clear()
  local removed = call('ZCARD', names)
  for _, name in ipairs(call('ZRANGE', names, 0, -1)) do call('UNLINK', p .. 'e:' .. name) end
  call('DEL', names)
  dropAllRules()
  return removed
end

function steps.putRule()
  noteFormat()
  local id, endpoint, text, kind = take(), take(), take(), take()
  local former = call('HGET', rules, id)
  -- With another kind it has another place, too.
  local isSame = former == endpoint and call('HEXISTS', p .. kind .. endpoint, id) == 1
  if not isSame then
    if former then dropRule(id, former) end
    call('ZADD', p .. 'o:' .. endpoint, call('INCR', p .. 'sequence'), id)
    call('HSET', rules, id, endpoint)
    call('ZADD', ruled, 0, endpoint)
  end
  call('HSET', p .. kind .. endpoint, id, text)
  call('HDEL', uses, id)
  forgetSpent(id)
  return 0
end

function steps.removeRule()
  local id = take()
  forgetSpent(id)
  local endpoint = call('HGET', rules, id)
  if not endpoint then return 0 end
  dropRule(id, endpoint)
  return 1
end

function steps.clearRules() return dropRules(take()) end

steps.clearAllRules = dropAllRules

function steps.resetRules()
  for _, endpoint in ipairs(call('ZRANGE', ruled, 0, -1)) do
    for _, id in ipairs(call('HKEYS', p .. 'x:' .. endpoint)) do dropRule(id, endpoint) end
  end
  call('DEL', p .. 'spent', p .. 'spending', uses)
  return 0
end
${end}`,
}

/** Returns the script of these steps. It replies with the number of items the last one removed. */
export function writeScript(steps: readonly WriteStep[]): Script {
  return steps.every(([step]) => step === 'put') ? putScript : anyScript
}

/**
 * Takes one use of a temporary rule. Replies with the number of earlier uses, or -1 if the rule
 * is gone or another one has its id. The last thousand used-up rules are kept.
 */
export const useScript: Script = {
  text: `${start}${rulesStart}
local id, endpoint, text, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if call('HGET', p .. 'x:' .. endpoint, id) ~= text then return -1 end
local used = call('HINCRBY', uses, id, 1)
if used >= most then
  forgetSpent(id)
  call('HSET', p .. 'spent', id, endpoint .. '/' .. text)
  call('RPUSH', p .. 'spending', endpoint .. '/' .. id)
  dropRule(id, endpoint)
  if call('LLEN', p .. 'spending') > 1000 then
    call('HDEL', p .. 'spent', string.match(call('LPOP', p .. 'spending'), '/(.*)$'))
  end
end
return used - 1
`,
}

/**
 * Replies with the ids of used-up rules of an endpoint, or of all, each followed by its endpoint
 * and text. Latest first, at most a hundred, or fewer if they take four megabytes.
 */
export const usedUpScript: Script = {
  text: `
local p, endpoint = KEYS[1], ARGV[1]
local found, bytes = {}, 0
local places = redis.call('LRANGE', p .. 'spending', 0, -1)
for i = #places, 1, -1 do
  local of, id = string.match(places[i], '^([^/]*)/(.*)$')
  if endpoint == '' or endpoint == of then
    local kept = redis.call('HGET', p .. 'spent', id)
    found[#found + 1] = id
    found[#found + 1] = kept
    bytes = bytes + #kept
    if #found == 200 or bytes > 4194304 then break end
  end
end
return found
`,
}

/** Replies with the id and text of each rule of an endpoint, oldest first. */
export const rulesScript: Script = {
  text: `
local found = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. 'o:' .. ARGV[1], 0, -1)) do
  found[#found + 1] = id
  found[#found + 1] = redis.call('HGET', KEYS[1] .. 't:' .. ARGV[1], id)
    or redis.call('HGET', KEYS[1] .. 'x:' .. ARGV[1], id)
end
return found
`,
}

/** Replies with the endpoint and text of a rule, or with an empty list if there is none. */
export const ruleScript: Script = {
  text: `
local endpoint = redis.call('HGET', KEYS[1] .. 'rules', ARGV[1])
if not endpoint then return {} end
return {
  endpoint,
  redis.call('HGET', KEYS[1] .. 't:' .. endpoint, ARGV[1])
    or redis.call('HGET', KEYS[1] .. 'x:' .. endpoint, ARGV[1]),
}
`,
}

/**
 * Replies with the records of these names, or of the first ones up to this number of bytes. The
 * record of an endpoint that is gone is `false`.
 */
export const recordsScript: Script = {
  text: `
local found, bytes = {}, 0
for i = 2, #ARGV do
  local record = redis.call('GET', KEYS[1] .. 'e:' .. ARGV[i])
  found[#found + 1] = record
  bytes = bytes + (record and #record or 0)
  if bytes > tonumber(ARGV[1]) then break end
end
return found
`,
}
