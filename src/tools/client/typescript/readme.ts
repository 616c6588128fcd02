import { type Contract, type ContractMethod, quoted } from '../../../contract/contract.js'
import { exampleUrl, filledReadme } from '../readme.js'
import { className, familiesOf } from './signature.js'
import { errorsTable } from './tables.js'
import { memberName } from './type-text.js'
import { callsOf } from './watched-kinds.js'

const callOf = ({ name, examples }: ContractMethod): string => {
  const given = (examples[0]?.params ?? []).map(({ value }) => asTypeScript(value)).join(', ')
  return `${name}(${given})`
}

const asTypeScript = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(asTypeScript).join(',')}]`
  if (typeof value !== 'object' || value === null)
    return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${asTypeScript(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const start = (contract: Contract, name: string): string => {
  const families = familiesOf(contract)
  const lines = families.flatMap((family) => {
    const methods = callsOf(contract).methods.filter(
      (method) => method['x-family'] === family && method['x-effect'] !== 'write',
    )
    const first = methods.slice(0, 3).map((method) => `console.log(await ${family}.${callOf(method)})`)
    return [`const ${family} = new ${className(family)}({ url: '${exampleUrl(family)}' })`, ...first, '']
  })
  const imported = `import { ${families.map(className).join(', ')} } from '${name}'`
  return ['```ts', imported, '', ...lines, ...families.map((family) => `${family}.close()`), '```'].join('\n')
}

export const clientReadme = (contract: Contract, name: string): string =>
  filledReadme(new URL('./readme.md', import.meta.url), contract, {
    name,
    start: start(contract, name),
    errors: errorsTable(contract),
  })
