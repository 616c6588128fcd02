import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTollgate } from '../support/command-runner.js'
import { operatorDocument, operatorMethod } from '../support/operator-document.js'
import { temporaryFolder } from '../support/started.js'

const folder = temporaryFolder()

const tollgate = (...argv: string[]) => runTollgate(folder, 'contract', ...argv)

const document = {
  openrpc: '1.2.6',
  info: { title: 'Names', version: '2.0.0' },
  methods: [
    {
      name: 'ens_getName',
      params: [{ name: 'address', required: true, schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } }],
      result: { name: 'name', schema: { type: 'string' } },
    },
  ],
}

test('imports a document, checks what came out, and names a mistake that is made in it by line and column', async () => {
  writeFileSync(join(folder, 'names.json'), JSON.stringify(document))
  const imported = await tollgate('import', 'names.json', '--family', 'evm', '--credits', '80', '--out', 'out.json')
  expect(imported).toMatchObject({ status: 0, stdout: 'out.json has 1 method\n' })
  expect(imported.stderr).toContain('guessed   ens_getName: x-contracts is {"addresses":["/0"]}')
  expect(await tollgate('check', 'out.json')).toMatchObject({ status: 0, stdout: 'out.json is right: 1 method\n' })
  const again = await tollgate('import', 'names.json', '--family', 'evm', '--out', 'out.json')
  expect(again).toMatchObject({ status: 1, stderr: 'tollgate: out.json is there already; nothing was written\n' })
  const nowhere = await tollgate('import', 'names.json', '--family', 'evm', '--credits', '80', '--out', 'none/out.json')
  expect(nowhere.stderr).toMatch(/tollgate: there is no file or folder \/.*none\/out\.json/)

  const silent = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))
  delete silent.methods[0]['x-contracts']
  writeFileSync(join(folder, 'silent.json'), JSON.stringify(silent))
  expect((await tollgate('check', 'silent.json')).stdout).toBe(
    'silent.json is right: 1 method\nKeys limited to contracts may not call these, which have no x-contracts: ens_getName\n',
  )

  const text = readFileSync(join(folder, 'out.json'), 'utf8').replace('"x-credits": 80', '"x-credits": "80"')
  writeFileSync(join(folder, 'out.json'), text)
  const line = text.split('\n').findIndex((one) => one.includes('"x-credits"')) + 1
  const checked = await tollgate('check', 'out.json')
  expect(checked.status).toBe(1)
  expect(checked.stderr).toMatch(new RegExp(`^out\\.json:${line}:\\d+ /methods/0/x-credits: `, 'm'))
})

test('keeps every digit of the large integers of a document and of known examples', async () => {
  const largest = '{ "type": "integer", "minimum": -9223372036854775808, "maximum": 18446744073709551615 }'
  const method = (name: string, more: string) =>
    `{ "name": "${name}", "params": [], "result": { "name": "value", "schema": ${largest} } ${more} }`
  const example = '{ "name": "top", "params": [], "result": { "name": "value", "value": 18446744073709551615 } }'
  const param = '{ "name": "a", "schema": {} }'
  const known = `{ "name": "getProgramAccounts", "params": [${param}, ${param}], "result": { "name": "r", "schema": {} } }`
  const methods = [method('getLargest', `, "examples": [${example}]`), method('getLeast', ''), known].join(', ')
  writeFileSync(
    join(folder, 'large.json'),
    `{ "openrpc": "1.2.6", "info": { "title": "Large", "version": "1.0.0" }, "methods": [${methods}] }`,
  )
  const imported = await tollgate('import', 'large.json', '--credits', '80')
  expect(imported.status).toBe(0)
  const integers = (text: string) => new Set(text.match(/(?<!["\d])-?\d{17,}/g))
  expect(integers(imported.stdout)).toEqual(new Set(['18446744073709551615', '-9223372036854775808']))
  expect(imported.stdout).toContain('"rentEpoch": 18446744073709551615')
  const json = await tollgate('import', 'large.json', '--credits', '80', '--json')
  expect(integers(json.stdout)).toEqual(integers(imported.stdout))
  await tollgate('import', 'large.json', '--credits', '80', '--out', 'large-out.json')
  expect((await tollgate('check', 'large-out.json')).status).toBe(0)
})

test('says of which document no contract was made', async () => {
  writeFileSync(join(folder, 'empty.json'), JSON.stringify({ ...document, methods: [] }))
  const { status, stderr } = await tollgate('import', 'empty.json', '--out', 'none.json')
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('tollgate: empty.json: no method is left, so no contract'),
  ])
  expect(existsSync(join(folder, 'none.json'))).toBe(false)
})

test('shows what a call costs, takes and fails with, of a shipped contract too', async () => {
  const shown = await tollgate('show', 'eth_getStorageAt', '--json')
  expect(JSON.parse(shown.stdout)).toMatchObject({ credits: 80, params: [{ name: 'address', required: true }, {}, {}] })
  const { stdout, stderr } = await tollgate('show', 'eth_sendRawTransaction', '--contract', 'ethereum')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/effect +write/)
  expect(stdout).toContain('"method":"eth_sendRawTransaction"')
  const { stdout: ofEvents } = await tollgate('show', 'eth_subscribe')
  expect(ofEvents).toMatch(/credits of an event +newHeads \d+, logs \d+, newPendingTransactions \d+ or \d+/)
  expect(await tollgate('show', 'eth_nothing', '--contract', 'ethereum')).toMatchObject({
    status: 1,
    stderr: 'tollgate: there is no method eth_nothing in ethereum\n',
  })
})

test('shows a price that depends on the call', async () => {
  const method = operatorMethod('acme_trace', { 'x-credits': 500, 'x-credits-by': { base: 20, perResultKiB: 5 } })
  writeFileSync(join(folder, 'priced.json'), JSON.stringify(operatorDocument([method])))
  const { stdout } = await tollgate('show', 'acme_trace', '--contract', 'priced.json')
  expect(stdout).toMatch(/price +20 credits and 5 for each KiB of result, 500 at most/)
})

test('reads a document that begins with a byte order mark, as editors on Windows write it', async () => {
  const withMark = (name: string, text: string) => writeFileSync(join(folder, name), `\uFEFF${text}`)
  withMark('marked.json', JSON.stringify(document))
  const imported = await tollgate('import', 'marked.json', '--family', 'evm', '--credits', '80')
  expect(imported.status).toBe(0)
  withMark('own.json', imported.stdout)
  expect(await tollgate('check', 'own.json')).toMatchObject({ status: 0, stdout: 'own.json is right: 1 method\n' })
  expect(await tollgate('diff', 'own.json', 'own.json')).toMatchObject({ status: 0, stderr: '' })
})
