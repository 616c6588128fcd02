import { Counter, type Registry } from 'prom-client'

/** Counters of rare events; the help text of each says what it counts. */
export type EventCounters = Readonly<ReturnType<typeof createEventCounters>>

export const createEventCounters = (registry: Registry) => {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  return {
    forwarded: counter(
      'tollgate_forwarded_total',
      'Calls that went to a partner because no upstream of the network could answer',
      ['network', 'method'],
    ),
    hedges: counter(
      'tollgate_hedges_total',
      'Second attempts at slow calls: won, lost against the first, or denied because the budget was used up',
      ['network', 'outcome'],
    ),
    stateChanges: counter(
      'tollgate_upstream_state_changes_total',
      "Changes of upstreams' states, by the state they came to and why",
      ['network', 'upstream', 'state', 'reason'],
    ),
    violations: counter(
      'tollgate_answer_violations_total',
      "Answers of the wrong kind by the contract's result schema, by distinct params, of those that were checked: another upstream's fitted, or there is none",
      ['network', 'upstream', 'method'],
    ),
    gaps: counter(
      'tollgate_contract_gaps_total',
      'Answers that the contract does not foresee, by distinct params and by the place in its schemas: something is missing, or upstreams agree',
      ['method', 'schema_path'],
    ),
    proofs: counter(
      'tollgate_proofs_total',
      "Partners' answers looked at: proven against a state root of the network's own nodes, unproven, or wrong",
      ['network', 'outcome'],
    ),
  }
}
