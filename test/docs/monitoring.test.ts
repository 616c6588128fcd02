import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { errors } from '../../generated/errors.js'
import { AggregatedMetrics } from '../../src/server/telemetry/aggregated-metrics.js'
import { createMetrics } from '../../src/server/telemetry/metrics.js'
import { idleMetricSources } from '../support/idle-metric-sources.js'

interface Rule {
  readonly alert: string
  readonly expr: string
}
const textOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const rules: Rule[] = parse(textOf('docs/monitoring/alerts.yml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const board: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  textOf('docs/monitoring/dashboard.json'),
)
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]
const described = new Map(
  createMetrics(idleMetricSources)
    .descriptions()
    .map((metric) => [metric.name, metric] as const),
)

/** Those that only the primary of several processes has. */
beforeAll(async () => {
  const { reload, troubles, notices } = idleMetricSources
  const primary = new AggregatedMetrics({ running: () => 0, unheard: () => 0, reload, troubles, notices })
  for (const { name, type, help } of await primary.addReadings([]))
    if (!described.has(name)) described.set(name, { name, type: String(type), help, labelNames: [] })
})

/** The metrics of a query, each with the labels that it selects by. */
const selectors = (expr: string): { name: string; labels: string[] }[] =>
  [...expr.matchAll(/\b(tollgate_\w+)(?:\{([^}]*)\})?/g)].map(([, name, inner = '']) => ({
    name: name!,
    labels: [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!),
  }))

/** The metric of a series: a histogram has several. */
const metricOf = (series: string) => {
  const base = series.replace(/_(bucket|sum|count)$/, '')
  const metric = described.get(base)
  return metric?.type === 'histogram' && base !== series ? metric : described.get(series)
}

test.each(queries)('every metric and label of "%s" exists', (_title, expr) => {
  const used = selectors(expr)
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/, */))
  // Prometheus names the scraped process itself.
  const known = new Set(['le', 'instance'])
  for (const { name, labels } of used) {
    const metric = metricOf(name)
    expect([name, metric !== undefined]).toEqual([name, true])
    for (const label of labels) expect(metric!.labelNames).toContain(label)
    for (const label of metric!.labelNames) known.add(label)
  }
  if (used.length > 0) for (const label of grouped) expect([...known]).toContain(label)
  expect(used.length > 0 || /\b(up|process_\w+|nodejs_\w+)\b/.test(expr)).toBe(true)
})

const ANSWERED = ['ok', 'node_error']

test('outcomes that alerts name are errors of the table, or answers', () => {
  const named = queries.flatMap(([, expr]) =>
    [...expr.matchAll(/tollgate_calls_total\{[^}]*outcome=~?"([^"]+)"/g)].flatMap(([, list]) => list!.split('|')),
  )
  expect(named.length).toBeGreaterThan(5)
  for (const name of named) expect([...ANSWERED, ...Object.keys(errors)]).toContain(name)
})

/** Errors with a status of 5xx that a caller brought about, or that are one account's bounds. */
const CALLERS_OWN = ['answer-too-large', 'too-many-bodies', 'too-many-tokens']

test('calls that fail without fault of the caller are the same in the rule, on the dashboard and in the table', () => {
  const failing = Object.entries(errors).flatMap(([name, { httpStatus }]) =>
    httpStatus >= 500 && !CALLERS_OWN.includes(name) ? [name] : [],
  )
  const lists = queries.flatMap(([, expr]) => [...expr.matchAll(/outcome=~"([^"]+)"/g)].map(([, list]) => list!))
  const part = failing.sort()
  const whole = [...ANSWERED, ...failing].sort()
  expect(lists.map((list) => list.split('|').sort())).toEqual([part, whole, part, whole])
})

test('the page says of every alert what to do', () => {
  const page = textOf('docs/monitoring.md')
  expect(rules.length).toBeGreaterThan(8)
  for (const { alert } of rules) expect(page).toContain(`\`${alert}\``)
})
