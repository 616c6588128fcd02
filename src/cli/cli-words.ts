import type { Words } from '../admin/operator.js'

/** Parameters whose options are not just their names in another spelling. */
const OPTIONS: Readonly<Record<string, string>> = {
  networks: 'network',
  allowedMethods: 'allow-method',
  allowedContracts: 'allow-contract',
  allowedOrigins: 'allow-origin',
  allowedSources: 'allow-source',
  graceSeconds: 'grace',
}

/** Names things as they are typed: `--daily-limit`, `tollgate account list`. */
export const cliWords: Words = {
  param: (name) => `--${OPTIONS[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  operation: (name) => `\`tollgate ${name.replace('.', ' ')}\``,
  aParam: 'option',
}
