// The scripts for the log of requests. Its keys after the prefix:
// `journal`: the id of the log, its last position, the number of its requests so far, the position
// at which it was cleared, and the number of the last frame of each writer.
// `ids`: the last id that was given.
// `journal:frames`: the stream of frames, each at its position.
// `journal:sizes`: the size of each frame in bytes.
import type { Script } from './scripts.ts'

/**
 * The beginning of these scripts. `ARGV[1]` is the caller, `ARGV[2]` the last position that it has
 * seen. A log that is gone starts again. One that ends before that position, because Redis has
 * restored an old snapshot, gets new positions. Both continue above all earlier positions, because
 * positions are microseconds of the clock and no log has a million entries a second.
 */
const begin = `
local p, call = KEYS[1], redis.call
local state, frames, sizes = p .. 'journal', p .. 'journal:frames', p .. 'journal:sizes'
-- Lua itself would write large numbers with an exponent.
local function whole(number) return string.format('%.0f', number) end

local function add(text, entries, requests, before)
  local position = whole(call('HINCRBY', state, 'position', entries))
  call('XADD', frames, position .. '-0', 'text', text, 'entries', entries, 'requests', requests, 'before', before)
  return position
end

local last = call('HGET', state, 'position')
if not last or tonumber(last) < tonumber(ARGV[2]) then
  local time = call('TIME')
  local now = whole(time[1] * 1000000 + time[2])
  local before = call('HGET', state, 'before') or 0
  call('HSET', state, 'run', ARGV[1] .. now, 'position', now, 'cleared', now, 'before', before)
  if not last then call('DEL', frames, sizes) end
  local old = call('XRANGE', frames, '-', '+')
  call('DEL', frames)
  for _, entry in ipairs(old) do
    local f = {}
    for i = 1, #entry[2], 2 do f[entry[2][i]] = entry[2][i + 1] end
    add(f.text, f.entries, f.requests, f.before)
  end
end
`

/**
 * Appends a frame, unless it is the last one that its writer appended, and removes the oldest ones
 * beyond the limits. Replies with the number of daemons that watch the log.
 */
export const appendScript: Script = {
  text: `${begin}
local writer, channel, text, number, entries, requests = ARGV[1], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
if call('HGET', state, 'writer:' .. writer) ~= number then
  local before = call('HGET', state, 'requests') or 0
  local position = add(text, entries, requests, before)
  call('HINCRBY', state, 'requests', requests)
  call('HSET', state, 'writer:' .. writer, number)
  call('RPUSH', sizes, ARGV[8])
  local bytes = call('HINCRBY', state, 'bytes', ARGV[8])
  local function forget(count)
    if count == 0 then return end
    for _, size in ipairs(call('LPOP', sizes, count)) do bytes = bytes - size end
  end
  -- The largest that anybody keeps.
  local function largest(name, limit)
    local most = math.max(tonumber(limit), tonumber(call('HGET', state, name) or 0))
    call('HSET', state, name, whole(most))
    return most
  end
  local mostEntries, mostBytes = largest('mostEntries', ARGV[9]), largest('mostBytes', ARGV[10])
  forget(call('XTRIM', frames, 'MINID', '=', whole(position - mostEntries) .. '-0'))
  local length = call('XLEN', frames)
  while bytes > mostBytes and length > 1 do
    length = length - 1
    forget(call('XTRIM', frames, 'MAXLEN', '=', length))
  end
  call('HSET', state, 'bytes', bytes)
end
return call('PUBLISH', channel, '')
`,
}

/** Removes everything that was appended. */
export const clearLogScript: Script = {
  text: `${begin}
call('DEL', frames, sizes)
local position = whole(call('HINCRBY', state, 'position', 1))
call('HSET', state, 'cleared', position, 'before', call('HGET', state, 'requests') or 0, 'bytes', 0)
return call('PUBLISH', ARGV[3], '')
`,
}

/** Replies with the state and the next frames after a position. */
export const readLogScript: Script = {
  text: `${begin}
local after = ARGV[3]
-- What this one knows is of a log that began anew just now.
local cleared = call('HGET', state, 'cleared')
if tonumber(after) < tonumber(cleared) then after = cleared end
return {
  call('HMGET', state, 'run', 'position', 'requests', 'cleared', 'before'),
  call('XRANGE', frames, '(' .. after .. '-0', '+', 'COUNT', ARGV[4]),
}
`,
}

/** Takes this number of ids, above all that the caller ever got. Replies with the last one. */
export const takeIdsScript: Script = {
  text: `
local key = KEYS[1] .. 'ids'
local last = math.max(tonumber(redis.call('GET', key) or 0), tonumber(ARGV[2])) + tonumber(ARGV[1])
redis.call('SET', key, string.format('%.0f', last))
return last
`,
}
