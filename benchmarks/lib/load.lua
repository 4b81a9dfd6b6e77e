-- What wrk runs for load.mjs: it asks for the one URL, or, given a number of endpoints and a shape,
-- for random ones of them; and prints what came of it as JSON.

function init(args)
  local total, shape, step = tonumber(args[1]), args[2], tonumber(args[3])
  if total == nil then return end
  math.randomseed(os.time())
  local head = 'GET ' .. wrk.path
  local tail = ' HTTP/1.1\r\nHost: ' .. wrk.headers['Host'] .. '\r\n\r\n'
  local random, floor, log = math.random, math.floor, math.log(total + 1)
  if shape == 'uniform' then
    function request() return head .. random(0, total - 1) .. tail end
  else
    -- The rank that the logarithm finds is Zipf's with exponent 1: one in k has the chance 1/k.
    -- Neighbours in rank lie apart on the disk: `step` and the total have no common divisor.
    function request()
      local rank = floor(math.exp(random() * log)) - 1
      return head .. string.format('%d', rank * step % total) .. tail
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"total":%d,"failed":%d,"micros":%d,"bytes":%d,"p99":%.3f}\n',
    summary.requests, failed, summary.duration, summary.bytes, latency:percentile(99) / 1000))
end
