import type { Contract, ContractMethod } from '../../../contract/contract.js'
import { exampleUrl, filledReadme } from '../readme.js'
import { row, table } from '../typescript/markdown.js'
import { familiesOf, className as familyClass } from '../typescript/signature.js'
import { errorClass } from './error-module.js'
import { moduleOf } from './package-files.js'
import { pythonLiteral, pythonName } from './source-text.js'

const callOf = ({ name, examples }: ContractMethod): string => {
  const given = (examples[0]?.params ?? []).map(({ value }) => pythonLiteral(value))
  return `${pythonName(name)}(${given.join(', ')})`
}

const start = (contract: Contract, module: string): string => {
  const families = familiesOf(contract)
  const parts = families.flatMap((family) => {
    const reads = contract.methods.filter((one) => one['x-family'] === family && (one['x-effect'] ?? 'read') === 'read')
    return [
      '',
      `with ${familyClass(family)}("${exampleUrl(family)}") as ${family}:`,
      ...(reads.length === 0 ? [`    print(${family})`] : []),
      ...reads.slice(0, 3).map((method) => `    print(${family}.${callOf(method)})`),
    ]
  })
  const imported = `from ${module} import ${families.map(familyClass).join(', ')}`
  return ['```python', imported, ...parts, '```'].join('\n')
}

const errorClasses = (contract: Contract): string =>
  table(
    ['class', 'name', 'code', 'when', 'retry'],
    Object.entries(contract['x-errors']).map(([name, { description, retry }]) =>
      row(`\`${errorClass(name)}\``, `\`${name}\``, contract.components.errors[name]!.code, description, retry),
    ),
  )

export const pythonReadme = (contract: Contract, name: string): string =>
  filledReadme(new URL('./readme.md', import.meta.url), contract, {
    name,
    module: moduleOf(name),
    start: start(contract, moduleOf(name)),
    errors: errorClasses(contract),
  })
