import { useState } from 'preact/hooks'
import { count, milliseconds, SPANS, spanFrom } from '../format.js'
import { call } from '../gateway.js'
import { useLoadOfUsage } from '../load.js'
import { Card, Choice, Empty, Shown, Table } from '../parts/basics.js'
import type { AccountPage } from './account-page.js'

export const LatencyPage = ({ page }: { page: AccountPage }) => {
  const [chosen, setChosen] = useState('7 days')
  const { id } = page.account
  const loaded = useLoadOfUsage(`latency ${id} ${chosen}`, () =>
    call('latency', { account: id, ...spanFrom(chosen), limit: 1_000 }),
  )
  return (
    <Card
      title="Latency by method, the slowest first"
      more={<Choice label="Time" choices={Object.keys(SPANS)} chosen={chosen} onChoose={setChosen} />}
    >
      <p class="soft">
        From reading the call to its answer, in the gateway. Refusals and failed calls are not in it; calls over
        WebSocket are. Of a hundred calls, 95 took at most p95.
      </p>
      <Shown of={loaded}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty>No call of this time was answered.</Empty>
          ) : (
            <Table
              caption="Latency by method"
              columns={['Method', 'Network', 'Calls', 'p50', 'p95', 'p99']}
              numbers={[2, 3, 4, 5]}
              rows={rows.map(({ method, network, calls, p50Ms, p95Ms, p99Ms }) => ({
                key: `${method} ${network}`,
                cells: [method, network, count(calls), ...[p50Ms, p95Ms, p99Ms].map(milliseconds)],
              }))}
            />
          )
        }
      </Shown>
    </Card>
  )
}
