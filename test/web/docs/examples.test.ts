import { document } from '../../../generated/document.js'
import { builtInContract } from '../../../src/contract/operator/shipped-document.js'
import { ethersCalls } from '../../../src/server/docs/examples/ethers.js'
import { viemCalls } from '../../../src/server/docs/examples/viem.js'
import { web3Calls } from '../../../src/server/docs/examples/web3.js'
import { isOfSubscriptions } from '../../../src/server/docs/subscriptions/kinds.js'
import { started } from '../../support/started.js'
import { writePrograms } from './example-programs.js'
import { startRecordingNode } from './recording-node.js'
import { asksFor } from './same-call.js'
import {
  type WrittenExample,
  wholeContract,
  wholeDocument,
  writtenExamples,
  writtenWatches,
} from './written-examples.js'

/** Methods of an operator, which no library knows. */
const own = (['evm', 'solana'] as const).map((family) => ({
  ...wholeDocument.methods.find(({ name }) => name === 'eth_getBalance')!,
  name: `own_${family}`,
  'x-family': family,
}))
const withOwn = { ...wholeDocument, methods: [...wholeDocument.methods, ...own] }

const pathOf = (method: string, place: number, label: string) => `/${method}/${place}/${label}`
const isClient = ({ label }: WrittenExample) => label === 'client'
/** Params without the part that an example leaves out on purpose. */
const LEFT_OUT: Readonly<Record<string, (params: readonly unknown[]) => unknown[]>> = {
  // A transaction that is simulated needs no nonce, and viem's action takes none.
  'eth_createAccessList-0-viem': ([transaction, ...others]) => {
    const { nonce: _, ...rest } = transaction as { nonce: string }
    return [rest, ...others]
  },
}

describe('an example for TypeScript', () => {
  const node = started(() => startRecordingNode(withOwn.methods))
  let calls: WrittenExample[]
  let watches: WrittenExample[]
  // The compiler reads the libraries once for all of them.
  const programs = started(() => {
    const all = writtenExamples((...at) => node.url + pathOf(...at), withOwn)
    // The typed client of a program has the methods that it was written for, and no others.
    calls = all.filter((one) => !(isClient(one) && one.method.name.startsWith('own_')))
    // A program of an example has a result.
    watches = writtenWatches().map((one) => ({ ...one, code: `${one.code}\nconst result = undefined` }))
    return writePrograms([...calls, ...watches], wholeContract, 'tollgate-client')
  })

  test('of a call or a subscription compiles with the library that it is for', async () => {
    expect(await programs.typeErrors()).toEqual([])
    expect(calls.length).toBeGreaterThan(500)
    expect(watches.length).toBeGreaterThan(40)
  })

  test('of a call sends the call that it stands for', async () => {
    const written = calls.filter(({ language }) => language === 'ts')
    // viem and web3.js throw where the node answers null.
    const failures = await programs.failures(written)
    expect(failures.filter((failure) => !/-(viem|web3js): \w+NotFound/.test(failure))).toEqual([])
    const others = written
      .filter(({ name, method, params, place, label }) => {
        const meant = LEFT_OUT[name]?.(params) ?? params
        const sent = node.callsTo(pathOf(method.name, place, label))
        return !sent.some((call) => call.method === method.name && asksFor(call.params, meant))
      })
      .map(({ name, method, place, label }) => [name, node.callsTo(pathOf(method.name, place, label))])
    expect(others).toEqual([])
  })
})

test('the examples of the built-in methods compile with the client that the repository has ready', async () => {
  const examples = writtenExamples(() => 'http://127.0.0.1:1', document).filter(isClient)
  const programs = await writePrograms(examples, builtInContract, '@tollgate/client')
  try {
    expect(await programs.typeErrors()).toEqual([])
  } finally {
    programs.remove()
  }
})

describe('a library', () => {
  const evm = wholeDocument.methods.filter((method) => method['x-family'] === 'evm' && !isOfSubscriptions(method))
  const rawBy = (label: string, raw: RegExp) =>
    writtenExamples(() => 'http://127.0.0.1:1')
      .filter((one) => one.label === label && one.place === 0 && one.method['x-family'] === 'evm')
      .filter(({ code }) => raw.test(code))
      .map(({ method }) => method.name)

  test.each([
    ['viem', viemCalls, /client\.request/],
    ['ethers', ethersCalls, /provider\.send/],
    ['web3.js', web3Calls, /requestManager\.send/],
  ] as const)('is asked by %s’s own methods, and by raw requests only where it has none', (label, calls, raw) => {
    expect(rawBy(label, raw)).toEqual(evm.map(({ name }) => name).filter((name) => !Object.hasOwn(calls, name)))
  })
})
