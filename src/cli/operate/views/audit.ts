import type { AuditRow } from '../../../server/accounts/audit-store.js'
import { contractMethods, isPositional, optionName } from '../../contract/contract-command.js'

const isWord = (text: string): boolean => /^[\w./:@*,+-]+$/.test(text)

const typedValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const text = value === null ? '' : Array.isArray(value) ? value.join(',') : String(value)
  return isWord(text) ? text : JSON.stringify(text)
}

/** A change as the command line that makes it; a sign-in as its parameters. */
export const describeEntry = ({ operation, subject, params }: AuditRow): string => {
  const method = contractMethods.find(({ name }) => name === operation)
  const given = Object.entries(JSON.parse(params) as Readonly<Record<string, unknown>>)
  const options = given.flatMap(([name, value]) => {
    if (value === subject) return []
    const param = method?.params.find((one) => one.name === name)
    if (param === undefined) return [`${name} ${typedValue(value)}`]
    return isPositional(param) ? [] : [`--${optionName(param)} ${typedValue(value)}`]
  })
  const name = method === undefined ? operation : operation.replace('.', ' ')
  return [name, ...(subject === null ? [] : [subject]), ...options].join(' ')
}
