import { readFileSync } from 'node:fs'
import type { Contract } from '../../../src/contract/contract.js'
import { httpUrl } from '../../support/addresses.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { startTestGateway } from '../../support/gateway.js'

/** Addresses that stand in the README for those of a gateway. */
const EXAMPLE_URL = /http:\/\/127\.0\.0\.1:8545\/(ethereum|solana)-mainnet\/v3\/API_KEY/g

/** A gateway before a node that answers every method of a contract with its first example. */
export const startExampleGateway = async (contract: Contract, contracts: readonly unknown[] = []) => {
  const examplesOf = new Map(contract.methods.map(({ name, examples }) => [name, examples]))
  /** That of the encoding that was asked for, if there is one. */
  const resultOf = ({ method, params = [] }: { method: string; params?: readonly { encoding?: string }[] }) => {
    const encoding = params.find((param) => param?.encoding)?.encoding
    const examples = examplesOf.get(method) ?? []
    const fitting = examples.find(({ params: given }) => JSON.stringify(given).includes(`"encoding":"${encoding}"`))
    return (fitting ?? examples[0])?.result.value ?? null
  }
  const upstream = await startFakeUpstream(({ json }) => ({
    resultText: JSON.stringify(resultOf(json)),
  }))
  const networks = {
    ethereum: { urls: [upstream.url] },
    solana: { family: 'solana' as const, urls: [upstream.url] },
  }
  const gateway = await startTestGateway({ networks, contracts })
  const key = await gateway.addKey()
  return {
    url: (network: keyof typeof networks) => httpUrl(gateway, network, key),
    stop: async () => {
      await gateway.stop()
      await upstream.stop()
    },
  }
}

/** The programs of a README in one language, with the addresses of a gateway. */
export const readmePrograms = (
  path: string,
  url: (network: 'ethereum' | 'solana') => string,
  language: 'ts' | 'typescript' | 'python' | 'py' = 'ts',
): string[] =>
  [...readFileSync(path, 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code.replaceAll(EXAMPLE_URL, (_, network: 'ethereum' | 'solana') => url(network)),
  )
