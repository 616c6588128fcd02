import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { requireProgram } from '../../scripts/bench/system-package.js'
import { ROOT } from '../support/source-files.js'
import { temporaryFolder } from '../support/started.js'

/** Prometheus evaluates the alert rules for two gateways that it scrapes. */
const folder = temporaryFolder()
beforeAll(() => requireProgram('prometheus', 'promtool'))

const READY = 'tollgate_ready'
const UNHEARD = 'tollgate_workers_unheard'
const REPLACED = 'tollgate_worker_replacements_total'
const LINES = 'tollgate_ledger_journal_lines'
const SETTLED = 'tollgate_ledger_last_settled_timestamp_seconds'
const UP = 'tollgate_upstream_state'

/**
 * Expects the alert of these instances, and of no other, after some minutes. `series` has the
 * values of each minute, in promtool's notation.
 */
const expectAlert = (
  alertname: string,
  series: Record<string, string>,
  instances: readonly string[],
  minutes = 8,
): void => {
  const path = join(folder, 'rules.test.yaml')
  const input_series = Object.entries(series).map(([name, values]) => ({ series: name, values }))
  // Expects none, because promtool prints the alerts that it did not expect.
  const test = {
    interval: '1m',
    input_series,
    alert_rule_test: [{ eval_time: `${minutes}m`, alertname, exp_alerts: [] }],
  }
  const rule_files = [join(ROOT, 'docs/monitoring/alerts.yml')]
  writeFileSync(path, stringify({ rule_files, evaluation_interval: '1m', tests: [test] }))
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' })
  const said = stdout + stderr
  expect(said).toMatch(/SUCCESS|FAILED/)
  const [, got = ''] = said.split('got:')
  const named = got.split('Labels:').slice(1)
  expect(named.map((labels) => /instance="(\w+)"/.exec(labels)?.[1] ?? 'all of them')).toEqual(instances)
}

test('an idle gateway beside a busy one is no charge that waits', () => {
  const busy = { [`${LINES}{instance="busy"}`]: '5+0x9', [`${SETTLED}{instance="busy"}`]: '0+60x9' }
  const idle = { [`${LINES}{instance="idle"}`]: '0+0x9', [`${SETTLED}{instance="idle"}`]: '0+0x9' }
  expectAlert('TollgateNotSettled', { ...busy, ...idle }, [])
})

test('a gateway whose charges wait is named, whatever the others do', () => {
  const stuck = { [`${LINES}{instance="stuck"}`]: '5+0x9', [`${SETTLED}{instance="stuck"}`]: '0+0x9' }
  const busy = { [`${LINES}{instance="busy"}`]: '5+0x9', [`${SETTLED}{instance="busy"}`]: '0+60x9' }
  expectAlert('TollgateNotSettled', { ...stuck, ...busy }, ['stuck'])
})

test('a gateway that has lost its way to every node is named, though another has one', () => {
  const series = (instance: string, upstream: string, isUp: boolean) => ({
    [`${UP}{instance="${instance}",network="main",upstream="${upstream}",state="up"}`]: isUp ? '1+0x9' : '0+0x9',
    [`${UP}{instance="${instance}",network="main",upstream="${upstream}",state="down"}`]: isUp ? '0+0x9' : '1+0x9',
  })
  const well = { ...series('one', 'a', true), ...series('one', 'b', false) }
  expectAlert('TollgateNetworkWithoutUpstream', { ...well, ...series('two', 'a', true) }, [])
  expectAlert(
    'TollgateNetworkWithoutUpstream',
    { ...well, ...series('two', 'a', false), ...series('two', 'b', false) },
    ['two'],
  )
})

test('a gateway that is not ready is named, though it answers, and not one that was so for a moment', () => {
  const away = { [`${READY}{instance="away"}`]: '1 1 1 0+0x6' }
  const moment = { [`${READY}{instance="moment"}`]: '1 1 0 1+0x6' }
  const fresh = { [`${READY}{instance="fresh"}`]: '1+0x7 0' }
  expectAlert('TollgateNotReady', { ...away, ...moment, ...fresh }, ['away'])
})

test.each([
  ['4 of 100 fail, whatever number is refused', 4, ['all of them']],
  ['1 of 100 fails', 1, []],
])('calls of a network fail if %s', (_, failing, alerts) => {
  const calls = (method: string, outcome: string, perMinute: number) => ({
    [`tollgate_calls_total{instance="one",network="main",method="${method}",outcome="${outcome}"}`]: `0+${perMinute}x20`,
  })
  expectAlert(
    'TollgateCallsFail',
    {
      ...calls('eth_call', 'ok', 100 - failing),
      ...calls('eth_call', 'bad-upstream-answer', failing),
      ...calls('eth_call', 'cancelled', 1_000),
      ...calls('none', 'unauthorized', 5_000),
    },
    alerts,
    15,
  )
})

test('a gateway with a worker that hangs is named, and not one whose workers answer', () => {
  const well = { [`${UNHEARD}{instance="well"}`]: '0+0x9' }
  const hung = { [`${UNHEARD}{instance="hung"}`]: '0 0 1+0x7' }
  expectAlert('TollgateWorkerHangs', { ...well, ...hung }, ['hung'])
})

test('a gateway that replaced a worker is named, and not one that did so long ago', () => {
  const long = { [`${REPLACED}{instance="long"}`]: '3+0x9' }
  const late = { [`${REPLACED}{instance="late"}`]: '3 3 3 4+0x6' }
  expectAlert('TollgateWorkersDie', { ...long, ...late }, ['late'])
})

describe.each([
  ['TollgateBug', 'tollgate_calls_total', 'outcome="internal-error"', 10],
  ['TollgateWrongProof', 'tollgate_proofs_total', 'outcome="wrong"', 60],
  ['TollgateAnswersBreakContract', 'tollgate_answer_violations_total', 'upstream="a"', 60],
])('%s', (alertname, counter, label, window) => {
  const begin = 2 * window
  const LONG_UP = '1+0x200'
  const BEFORE = '-86400+0x200'
  /** Expects that the alert fires, or does not. `values` has the counter at each minute. */
  const expectFired = (isFired: boolean, minutes: number, values: string, started = BEFORE, up = LONG_UP) => {
    const of = 'instance="one",job="tollgate"'
    const series = {
      [`${counter}{${of},network="main",${label}}`]: values,
      [`process_start_time_seconds{${of}}`]: started,
      [`up{${of}}`]: up,
    }
    // Only the rule of proofs names the gateway.
    const named = alertname === 'TollgateWrongProof' ? 'one' : 'all of them'
    expectAlert(alertname, series, isFired ? [named] : [], minutes)
  }

  test('tells of the first event of a series, and is over a window later', () => {
    const first = `_x${begin} 1+0x${begin}`
    expectFired(true, begin + 2, first)
    expectFired(false, begin + window + 7, first)
  })

  test('tells of a later event, and not of one long ago', () => {
    expectFired(true, begin + 2, `1+0x${begin} 2+0x${begin}`)
    expectFired(false, begin, `1+0x${begin}`)
  })

  test('tells of an event after a restart, whose series begins with the count of the one before', () => {
    const started = `-86400+0x${begin} ${begin * 60}+0x9`
    expectFired(true, begin + 3, `1+0x${begin} stale 1+0x9`, started)
    expectFired(false, begin + 3, `1+0x${begin} stale`, started)
  })

  test('does not take an old event for a new one where scrapes failed, or began, a window ago', () => {
    const failed = `1+0x${begin} stale _x8 1+0x${begin}`
    expectFired(false, begin + window + 3, failed, BEFORE, `1+0x${begin} 0+0x9 1+0x${begin}`)
    const begun = `_x${begin} 1+0x9`
    expectFired(false, begin + 3, begun, begun.replace('1+0x9', BEFORE), begun)
  })
})
