import type { CheckResult, ConformReport } from './conform.js'

export const summaryOf = ({ results }: ConformReport) => {
  const failed = results.filter(({ violations }) => violations.length > 0).length
  const skipped = results.filter(({ skipped: reason }) => reason !== undefined).length
  return { passed: results.length - failed - skipped, failed, skipped }
}

/** The report for people: a line for each violation, then the skipped checks, then the count. */
export const conformText = (report: ConformReport): string => {
  const { passed, failed, skipped } = summaryOf(report)
  const wrong = report.results.flatMap(({ transport, violations }) =>
    violations.map(
      ({ check, method, message }) => `✗ ${transport} ${check}${method === undefined ? '' : ` ${method}`}: ${message}`,
    ),
  )
  const reasons = new Map<string, string[]>()
  for (const { id, transport, skipped: reason } of report.results)
    if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), `${transport} ${id}`])
  const left = [...reasons].map(([reason, ids]) => `- ${ids.length} not looked at, ${reason}: ${someOf(ids)}`)
  return [
    ...wrong,
    ...left,
    `profile ${report.profile}, ${report.family}, seed ${report.seed}, ${report.calls} calls`,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n')
}

const SHOWN = 4
const someOf = (ids: readonly string[]): string =>
  ids.length > SHOWN ? `${ids.slice(0, SHOWN).join(', ')}, …` : ids.join(', ')

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
// XML documents may not contain control characters, not even escaped.
const xmlText = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>"']/g, (character) => XML[character]!)

const junitCase = ({ id, title, transport, violations, skipped }: CheckResult): string => {
  const inner = [
    ...violations.map(({ message }) => `<failure message="${xmlText(message)}"/>`),
    ...(skipped === undefined ? [] : [`<skipped message="${xmlText(skipped)}"/>`]),
  ].join('')
  return `  <testcase classname="${transport}.${xmlText(id)}" name="${xmlText(title)}">${inner}</testcase>`
}

/** The report as JUnit XML, which CI systems read. */
export const conformJunit = (report: ConformReport): string => {
  const { failed, skipped } = summaryOf(report)
  const counts = `tests="${report.results.length}" failures="${failed}" skipped="${skipped}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="tollgate conform ${report.profile}" ${counts}>`,
    ...report.results.map(junitCase),
    '</testsuite>',
    '',
  ].join('\n')
}
