import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { emitPythonClient } from '../../../scripts/generate/emit/client-python.js'
import { clientOriginOf } from '../../../src/server/docs/examples/generated-clients.js'
import { snippetsFor } from '../../../src/server/docs/snippets.js'
import { type Anvil, startAnvil } from '../../../src/tools/demo/anvil.js'
import { callNode } from '../../../src/tools/demo/call-node.js'
import { createEvmFixture } from '../../../src/tools/demo/evm-fixture.js'
import { createSolanaFixture } from '../../../src/tools/demo/solana-fixture.js'
import { type Surfpool, startSurfpool } from '../../../src/tools/demo/surfpool.js'
import { vault } from '../../../src/tools/demo/vault-artifact.js'
import { httpUrl } from '../../support/addresses.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { createVenv } from '../../tools/client/python-venv.js'
import { writePrograms } from './example-programs.js'
import { type WrittenExample, wholeContract, wholeDocument } from './written-examples.js'

let anvil: Anvil
let surfpool: Surfpool
let gateway: TestGateway
let key: string
let reads: Readonly<Record<string, readonly unknown[]>>

/** Reads that both nodes answer, about what is on their chains. */
const readsOf = async (): Promise<typeof reads> => {
  const { contractAddress, deployHash, mappingPosition } = await createEvmFixture(anvil.url)
  const { owner, mint, tokenAccount } = await createSolanaFixture(surfpool)
  const { hash, number } = (await callNode(anvil.url, 'eth_getBlockByNumber', ['latest', false])) as {
    hash: string
    number: string
  }
  const transaction = { to: contractAddress, data: vault.selectors.limit }
  return {
    eth_chainId: [],
    eth_blockNumber: [],
    eth_getBalance: [contractAddress, 'latest'],
    eth_getCode: [contractAddress, 'latest'],
    eth_getTransactionCount: [contractAddress, number],
    eth_getStorageAt: [contractAddress, mappingPosition, 'latest'],
    eth_getProof: [contractAddress, [mappingPosition], 'latest'],
    eth_call: [transaction, 'latest'],
    eth_estimateGas: [transaction],
    eth_getBlockByNumber: [number, false],
    eth_getBlockByHash: [hash, true],
    eth_getTransactionByHash: [deployHash],
    eth_getTransactionReceipt: [deployHash],
    eth_getLogs: [{ address: contractAddress, fromBlock: '0x0', toBlock: 'latest' }],
    eth_feeHistory: ['0x1', 'latest', [25, 75]],
    eth_gasPrice: [],
    eth_maxPriorityFeePerGas: [],
    net_version: [],
    web3_clientVersion: [],
    getAccountInfo: [tokenAccount, { encoding: 'jsonParsed' }],
    getBalance: [owner],
    getLatestBlockhash: [{ commitment: 'confirmed' }],
    getMinimumBalanceForRentExemption: [165],
    getMultipleAccounts: [[owner, mint], { encoding: 'base64' }],
    getSlot: [],
    getTokenAccountBalance: [tokenAccount, { commitment: 'finalized' }],
    getTokenAccountsByOwner: [owner, { mint }, { encoding: 'jsonParsed' }],
    getTokenSupply: [mint],
  }
}

const examplesOf = (): WrittenExample[] => {
  const client = clientOriginOf(wholeDocument)
  return Object.entries(reads).flatMap(([name, params]) => {
    const method = wholeDocument.methods.find((one) => one.name === name)!
    const url = httpUrl(gateway, method['x-family'], key)
    return snippetsFor({ method, params, url, client }).map((snippet) => ({
      ...snippet,
      name: `${name}-${snippet.label.replace('.', '')}`,
      method,
      params,
      place: 0,
    }))
  })
}

beforeAll(async () => {
  ;[anvil, surfpool] = await Promise.all([startAnvil(), startSurfpool()])
  reads = await readsOf()
  gateway = await startTestGateway({
    networks: { evm: { urls: [anvil.url] }, solana: { family: 'solana', urls: [surfpool.url] } },
    contracts: [{ name: 'ethereum' }, { name: 'solana' }],
  })
  key = await gateway.addKey()
})
afterAll(async () => {
  await gateway?.stop()
  await Promise.all([anvil?.stop(), surfpool?.stop()])
})

test('the reads of every library are answered by real nodes', async () => {
  const examples = examplesOf().filter(({ language }) => language === 'ts')
  const programs = await writePrograms(examples, wholeContract, 'tollgate-client')
  try {
    expect(await programs.failures(examples)).toEqual([])
  } finally {
    programs.remove()
  }
})

/** Needs Python and PyPI. */
test('the reads in Python are answered by real nodes', async () => {
  const venv = await createVenv(['httpx'])
  try {
    for (const { path, content } of emitPythonClient(wholeContract)) {
      const file = join(venv.folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    const python = examplesOf().filter(({ language }) => language === 'py')
    const program = python.map(({ code }) => `${code}\nprint(result)\n`).join('\n')
    writeFileSync(join(venv.folder, 'examples.py'), program)
    const env = { PYTHONPATH: join(venv.folder, 'client-python/src') }
    const { code, output } = await venv.python(['examples.py'], venv.folder, env)
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
    expect(output.trim().split('\n').length).toBeGreaterThanOrEqual(python.length)
  } finally {
    venv.remove()
  }
})
