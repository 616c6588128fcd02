import type { Schema } from '../../../src/contract/contract.js'
import { CallJudge } from '../../../src/tools/diff/calls.js'
import { contractDiff } from '../../../src/tools/diff/contract-diff.js'
import { isBreaking } from '../../../src/tools/diff/finding.js'
import { contractOf, of, rulesOf, shortened, unchanged, written } from '../../support/edited-contracts.js'
import { sampleOf } from '../../support/runs.js'
import { changes, HEX, LOWER, object } from './schema-change-cases.js'

const logs = 'eth_getLogs'
const storage = 'eth_getStorageAt'

describe('a change of a schema', () => {
  const { EvmAddress, Quantity } = written.components.schemas
  const components = { ...written.components, schemas: { EvmAddress, Quantity } }
  const small = { ...shortened('eth_chainId').document, components }
  const using = (schema: Schema) => ({
    param: contractOf(
      of('eth_chainId', (m) => m.params.push({ name: 'value', required: true, schema })),
      small,
    ),
    result: contractOf(
      of('eth_chainId', (m) => (m.result.schema = schema)),
      small,
    ),
  })

  test.each(sampleOf(changes))('%s', async (_, old, now, paramRules, resultRules) => {
    const [before, after] = [using(old), using(now)]
    expect(await rulesOf(before.param, after.param)).toEqual(paramRules)
    expect(await rulesOf(before.result, after.result)).toEqual(resultRules)
  })

  test('to alternatives that overlap, of which one alone may fit, is shown with a call', async () => {
    const [before, after] = [using({ type: 'integer' }), using({ oneOf: [{ type: 'integer' }, { minimum: 0 }] })]
    const [finding] = (await contractDiff(before.param, after.param)).findings
    expect(finding).toMatchObject({ rule: 'PARAM_CONDITION_NARROWED', witness: { params: [0] } })
  })

  test('from a list to members refuses the listed objects that lack one', async () => {
    const [before, after] = [using({ enum: [{ a: 1 }, { b: 1 }] }), using(object({}, { required: ['b'] }))]
    const { findings } = await contractDiff(before.param, after.param)
    expect(findings.filter(isBreaking)).toMatchObject([{ rule: 'PARAM_ENUM_NARROWED', old: [{ a: 1 }] }])
  })

  test('that refuses calls is shown with one, which the old contract takes and the new one refuses', async () => {
    const narrower = changes.filter(([, , , rules]) =>
      rules.some((rule) => /NARROWED|MEMBER_REQUIRED|REFUSED/.test(rule)),
    )
    expect(narrower.length).toBeGreaterThan(8)
    for (const [what, old, now] of narrower) {
      const [before, after] = [using(old).param, using(now).param]
      const [finding] = (await contractDiff(before, after)).findings
      // Only a known call can show a change of a condition on several members.
      if (finding!.rule === 'PARAM_CONDITION_NARROWED') continue
      expect([what, finding!.witness?.method]).toEqual([what, 'eth_chainId'])
      expect([what, new CallJudge(before).troubleOf('eth_chainId', finding!.witness!.params)]).toEqual([
        what,
        undefined,
      ])
      expect(new CallJudge(after).troubleOf('eth_chainId', finding!.witness!.params)).toMatch(/^params/)
    }
  })

  test('deep in a component names the place, and each method once', async () => {
    const narrowed = contractOf((d) => (d.components.schemas.EvmAddress.pattern = LOWER.pattern))
    const { findings } = await contractDiff(unchanged, narrowed)
    const found = findings.filter((one) => one.rule === 'PARAM_PATTERN_NARROWED')
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      path: '/components/schemas/EvmAddress',
      methods: expect.arrayContaining([storage, logs]),
      place: 'params[0]',
    })
    expect(found[0]!.witness!.params[0]).toMatch(/^0x[0-9a-f]*[A-F]/)
  })

  test('of patterns that no automaton can compare is breaking, and says so', async () => {
    const [before, after] = [using(HEX), using({ type: 'string', pattern: '^(?=0)0x[0-9a-fA-F]{40}$' })]
    const { findings } = await contractDiff(before.param, after.param)
    expect(findings.find(isBreaking)).toMatchObject({
      rule: 'PARAM_PATTERN_NARROWED',
      note: expect.stringContaining('cannot be compared'),
    })
  })
})
