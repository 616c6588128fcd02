import type { Contract } from '../../contract/contract.js'
import { pointer } from '../../contract/lint/mistake.js'
import { type DiffFinding, isBreaking } from './finding.js'
import { same } from './numbers.js'
import type { DiffRuleId } from './rules.js'
import { type BothWays, resultFindings } from './schema-findings.js'

const namesOf = (before: object, after: object) => ({
  gone: Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
  added: Object.keys(after).filter((name) => !Object.hasOwn(before, name)),
  kept: Object.keys(after).filter((name) => Object.hasOwn(before, name)),
})

const listFindings = (before: object, after: object, at: string, gone: DiffRuleId, added: DiffRuleId) => {
  const names = namesOf(before, after)
  return [
    ...names.gone.map((name): DiffFinding => ({ rule: gone, path: `${at}${pointer(name)}`, methods: [], old: name })),
    ...names.added.map((name): DiffFinding => ({ rule: added, path: `${at}${pointer(name)}`, methods: [], new: name })),
  ]
}

const dataFindings = (before: Contract, after: Contract, name: string, ways: BothWays): readonly DiffFinding[] => {
  const path = `/x-errors${pointer(name)}/data`
  const [old, now] = [before, after].map((contract) => ({ schema: contract['x-errors'][name]!.data ?? {}, at: path }))
  return resultFindings(ways, [old!, now!], { methods: [], start: 'error.data' }).map((finding) => ({
    ...finding,
    rule: isBreaking(finding) ? 'ERROR_DATA_WIDENED' : 'ERROR_DATA_NARROWED',
  }))
}

const errorFindings = (before: Contract, after: Contract, name: string, ways: BothWays): readonly DiffFinding[] => {
  const [row, nowRow] = [before['x-errors'][name]!, after['x-errors'][name]!]
  const [error, nowError] = [before.components.errors[name], after.components.errors[name]]
  const changed = (rule: DiffRuleId, path: string, old: unknown, now: unknown): readonly DiffFinding[] =>
    same(old, now) ? [] : [{ rule, path: `${path.replace('/*', pointer(name))}`, methods: [], old, new: now }]
  const charge = nowRow.isCharged === true ? 'ERROR_CHARGED' : 'ERROR_NOT_CHARGED'
  return [
    ...changed('ERROR_CODE_CHANGED', '/components/errors/*/code', error?.code, nowError?.code),
    ...changed('ERROR_MESSAGE_CHANGED', '/components/errors/*/message', error?.message, nowError?.message),
    ...changed('ERROR_STATUS_CHANGED', '/x-errors/*/httpStatus', row.httpStatus, nowRow.httpStatus),
    // A contract from before `retry` promised nothing.
    ...changed(
      row.retry === undefined ? 'OTHER_CHANGED' : 'ERROR_RETRY_CHANGED',
      '/x-errors/*/retry',
      row.retry,
      nowRow.retry,
    ),
    ...changed(charge, '/x-errors/*/isCharged', row.isCharged === true, nowRow.isCharged === true),
    ...dataFindings(before, after, name, ways),
  ]
}

/** Changes outside the methods: component schemas, the table of errors, the texts. */
export const documentFindings = (before: Contract, after: Contract, ways: BothWays): readonly DiffFinding[] => {
  const [old, now] = [before, after].map((contract) => contract['x-errors'])
  const texts = ({ info, ...others }: Contract) => [info, (others as { servers?: unknown }).servers]
  return [
    ...listFindings(
      before.components.schemas,
      after.components.schemas,
      '/components/schemas',
      'TYPE_REMOVED',
      'TYPE_ADDED',
    ),
    ...listFindings(old!, now!, '/x-errors', 'ERROR_REMOVED', 'ERROR_ADDED'),
    ...namesOf(old!, now!).kept.flatMap((name) => errorFindings(before, after, name, ways)),
    ...(same(texts(before), texts(after)) ? [] : [{ rule: 'OTHER_CHANGED' as const, path: '/info', methods: [] }]),
  ]
}
