-- The load of the benchmark: one request after the other on each connection, each call with a number of its own, so that no gateway
-- may take two for the same. BENCH_REQUEST is the whole request, with the eight characters #NUMBER# where a number belongs.
local file = io.open(os.getenv("BENCH_REQUEST"), "rb")
local text = file:read("*a")
file:close()
local number = tonumber(os.getenv("BENCH_FIRST"))

local pieces = {}
local from = 1
local first, last = text:find("#NUMBER#", from, true)
while first do
  pieces[#pieces + 1] = text:sub(from, first - 1)
  from = last + 1
  first, last = text:find("#NUMBER#", from, true)
end
local rest = text:sub(from)
local format, concat = string.format, table.concat

if #pieces == 0 then
  request = function() return text end
elseif #pieces == 1 then
  local before = pieces[1]
  request = function()
    number = number + 1
    return before .. format("%08x", number % 4294967296) .. rest
  end
else
  request = function()
    local parts = {}
    for at = 1, #pieces do
      number = number + 1
      parts[2 * at - 1] = pieces[at]
      parts[2 * at] = format("%08x", number % 4294967296)
    end
    return concat(parts) .. rest
  end
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('\nRESULT {"calls":%d,"micros":%d,"p50":%d,"p99":%d,"status":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
