import { execFileSync } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { httpUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post } from '../support/gateway.js'
import { operatorDocument, operatorMethod } from '../support/operator-document.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'

/** A reload reads documents, which takes seconds on a busy machine. */
const SOON_MS = 15_000

let pipe: string

const withContract = (file: string) =>
  serveConfig({ main: evmNetwork(node.url) }, `contracts: ${JSON.stringify([{ file }])}\n`)
const isReloaded = async () => {
  const page = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return Number(/^tollgate_config_last_reload_successful (\d)$/m.exec(page)?.[1])
}

const node = started(() => startFakeUpstream(() => ({ resultText: '"0x2a"' })))
const files = started(() => createServeFolder(serveConfig({ main: evmNetwork(node.url) })))
beforeAll(() => {
  pipe = join(files.folder, 'pipe.json')
  execFileSync('mkfifo', [pipe])
})
const gateway = started(() => startServe(files.configFile))

describe('a reload that meets a file that never ends', () => {
  test.each([
    ['a pipe', () => pipe],
    ['a device', () => '/dev/zero'],
  ])('names %s as a contract, shows it in the metrics, and the next reload is taken', async (what, endless) => {
    files.save(withContract(endless()))
    await gateway.until('stderr', new RegExp(`${endless()}:1:1 is a pipe, a device or a folder.*not reloaded`))
    await expectSoon(isReloaded, 0)

    const own = join(files.folder, 'own.json')
    const method = `eth_own_${what.slice(2)}`
    writeFileSync(own, JSON.stringify(operatorDocument([operatorMethod(method)])))
    files.save(withContract(own))
    gateway.child.kill('SIGHUP')
    await expectSoon(isReloaded, 1, SOON_MS)
    const { key } = await files.createKey('main')
    expect((await post(httpUrl(gateway, 'main', key), callOf(method))).json.result).toBe('0x2a')
  })

  test('names the configuration itself when a pipe stands in its place', async () => {
    renameSync(pipe, files.configFile)
    gateway.child.kill('SIGHUP')
    await gateway.until('stderr', /tollgate\.yaml:1:1 is a pipe, a device or a folder.*not reloaded/)
    await expectSoon(isReloaded, 0)
    renameSync(files.configFile, pipe)
  })

  test('is no reason to outlive SIGTERM', async () => {
    files.save(withContract(pipe))
    gateway.child.kill('SIGHUP')
    gateway.child.kill('SIGTERM')
    expect(await gateway.exited).toEqual({ code: 0, signal: null })
  })
})
