import { percentText } from '../../../src/cli/text-table.js'
import { csvOf, rateText, seriesOf, successOf } from '../../../src/web/dashboard/browser/account/series.js'
import { percent } from '../../../src/web/dashboard/browser/format.js'

const row = (time: string, name: string | undefined, calls: number, errors: number, failed: number) => ({
  ...{ time, ...(name !== undefined && { name }), calls, credits: calls * 5, errors, failed },
})
const usage = {
  ...{ account: 'acc_1', from: '2026-11-24', to: '2026-11-25', names: ['eth_call', 'eth_chainId'] },
  rows: [
    row('2026-11-24', 'eth_call', 10, 1, 2),
    row('2026-11-24', undefined, 0, 0, 3),
    row('2026-11-25', 'eth_chainId', 4, 0, 0),
  ],
}
const DAYS = ['2026-11-24', '2026-11-25']

test('each group has a value at each time, others only where there are some', () => {
  const series = seriesOf(usage, DAYS, 'Calls', (name) => name)
  expect(series.map(({ label, values }) => [label, values])).toEqual([
    ['eth_call', [10, 0]],
    ['eth_chainId', [0, 4]],
  ])
  const [others] = seriesOf({ ...usage, names: [], rows: [row(DAYS[0]!, undefined, 2, 0, 0)] }, DAYS, 'Credits', String)
  expect(others).toMatchObject({ label: 'others', values: [10, 0] })
})

test('success counts free refusals, too, and is 100 % only without any', () => {
  expect(successOf(usage.rows)).toEqual({ answered: 13, all: 18 })
  const events = [row('2026-11-24', 'eth_subscription:logs', 90, 0, 0), row('2026-11-24', 'slotNotification', 9, 0, 0)]
  expect(successOf([...usage.rows, ...events])).toEqual({ answered: 13, all: 18 })
  expect(seriesOf(usage, DAYS, 'Success rate', String)[0]!.values.map((rate) => Math.round(rate!))).toEqual([64, 100])
  expect(
    [
      { answered: 9_999, all: 10_000 },
      { answered: 7, all: 7 },
      { answered: 0, all: 0 },
      { answered: 1, all: 10_000 },
      { answered: 0, all: 3 },
    ].map(rateText),
  ).toEqual(['99.9 %', '100 %', '–', '< 0.1 %', '0 %'])
})

test('a day whose errors are not counted has no success rate', () => {
  const { failed: _, ...uncounted } = row('2026-10-01', 'eth_call', 100, 40, 0)
  expect(rateText(successOf([uncounted]))).toBe('–')
  expect(successOf([...usage.rows, uncounted])).toEqual({ answered: 13, all: 18 })
})

test.each([
  [0, 0, '0 %'],
  [0, 9, '0 %'],
  [1, 1_000_000, '< 0.1 %'],
  [999, 1_000_000, '< 0.1 %'],
  [1, 1_000, '0.1 %'],
  [1, 20, '5.0 %'],
  [1, 3, '33 %'],
  [3, 3, '100 %'],
])('%i of %i is the same share in the dashboard and on the command line', (part, whole, text) => {
  expect([percent(part, whole), percentText(part, whole)]).toEqual([text, text])
})

test('CSV has the shown rows, quoted where a value needs it', () => {
  expect(csvOf({ ...usage, names: [], rows: [row('2026-11-24', 'a,"b"', 1, 0, 2)] }, 'method')).toBe(
    'account,time,method,calls,credits,charged_errors,all_errors\nacc_1,2026-11-24,"a,""b""",1,5,0,2\n',
  )
})
