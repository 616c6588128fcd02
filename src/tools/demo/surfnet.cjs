/**
 * A surfnet in a separate process, because its native calls block. Its events go into a bounded
 * channel (1,024): undrained, it stops answering after about 80 s. Cheatcodes go over HTTP, so that
 * they do not block the draining timer.
 */
const { Surfnet } = require(process.argv[1])
const surfnet = Surfnet.startWithConfig({ offline: true })
setInterval(() => surfnet.drainEvents(), 250)
process.stdin.on('close', () => process.exit()).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit())
console.log(`pid ${process.pid} rpc ${surfnet.rpcUrl} ws ${surfnet.wsUrl}`)
