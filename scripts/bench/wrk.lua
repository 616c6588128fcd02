-- The load of the benchmark: one request after the other on each connection, each with a number of its own in its body, so that no
-- gateway may take two for the same call. BENCH_REQUEST is the whole request with the eight characters #NUMBER# in it, if it varies.
local file = io.open(os.getenv("BENCH_REQUEST"), "rb")
local text = file:read("*a")
file:close()
local first, last = text:find("#NUMBER#", 1, true)
local number = tonumber(os.getenv("BENCH_FIRST"))

if first then
  local before, after = text:sub(1, first - 1), text:sub(last + 1)
  local format = string.format
  request = function()
    number = number + 1
    return before .. format("%08x", number % 4294967296) .. after
  end
else
  request = function() return text end
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('\nRESULT {"calls":%d,"micros":%d,"p50":%d,"p99":%d,"status":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
