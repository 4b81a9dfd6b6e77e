-- What wrk runs for http-load.ts: <method> <path> <file of the body> <picking> <total> <step>. `#` in
-- the path and the body is the number that was picked. Prints what came of it as JSON.

function init(args)
  local method, path, file, picking = args[1], args[2], args[3], args[4]
  local total, step = tonumber(args[5]), tonumber(args[6])
  local body = io.open(file):read('*a')
  wrk.method, wrk.path = method, path
  if body ~= '' then wrk.body = body end
  if picking == 'none' then return end

  math.randomseed(os.time())
  local random, floor, exp, log = math.random, math.floor, math.exp, math.log(total + 1)
  local sent = 0
  local pick = {
    cycle = function() sent = sent + 1 return sent % total end,
    uniform = function() return random(0, total - 1) end,
    -- The same as in pick.ts.
    Zipf = function() return (floor(exp(random() * log)) - 1) * step % total end,
  }
  local next = pick[picking]
  local host = ' HTTP/1.1\r\nHost: ' .. wrk.headers['Host'] .. '\r\n'
  function request()
    local picked = string.format('%d', next())
    local filled = body:gsub('#', picked)
    local length = filled == '' and '' or 'Content-Length: ' .. #filled .. '\r\n'
    return method .. ' ' .. path:gsub('#', picked) .. host .. length .. '\r\n' .. filled
  end
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local p50, p99 = latency:percentile(50) / 1000, latency:percentile(99) / 1000
  local form = '{"total":%d,"failed":%d,"seconds":%f,"bytes":%d,"p50":%.3f,"p99":%.3f}\n'
  local seconds = summary.duration / 1000000
  io.write(form:format(summary.requests, failed, seconds, summary.bytes, p50, p99))
end
