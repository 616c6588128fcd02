import { useState } from 'preact/hooks'
import { count, moment, SPANS, spanFrom } from '../format.js'
import { call } from '../gateway.js'
import { useLoadOfUsage } from '../load.js'
import { Card, Choice, Empty, Shown, Table } from '../parts/basics.js'
import { type AccountPage, keyName } from './account-page.js'
import { adviceOn, docsOf } from './errors-advice.js'

export const ErrorsPage = ({ page }: { page: AccountPage }) => {
  const [chosen, setChosen] = useState('7 days')
  const { account, keys, facts } = page
  const loaded = useLoadOfUsage(`all errors ${account.id} ${chosen}`, () =>
    call('errors', { account: account.id, ...spanFrom(chosen), limit: 1_000 }),
  )
  const linked = (error: string) => {
    const url = docsOf(error, facts.docsUrl)
    return url === undefined ? error : <a href={url}>{error}</a>
  }
  return (
    <Card
      title="What failed, the last first"
      more={<Choice label="Time" choices={Object.keys(SPANS)} chosen={chosen} onChoose={setChosen} />}
    >
      <p class="soft">
        Refusals included, which cost nothing. Calls with a key that is unknown or revoked are nobody’s, and not here.
      </p>
      <Shown of={loaded}>
        {({ rows, hint }) =>
          rows.length === 0 ? (
            <Empty>Every call of this time got its answer.</Empty>
          ) : (
            <>
              {hint !== undefined && <p class="soft">{hint}</p>}
              <Table
                caption="Errors by reason"
                columns={['Error', 'Last', 'Calls', 'Method', 'Network', 'Key', 'What to do']}
                numbers={[2]}
                rows={rows.map((row) => ({
                  key: `${row.error} ${row.method} ${row.network} ${row.keyId}`,
                  cells: [
                    linked(row.error),
                    <span class="when">{moment(row.lastAt)}</span>,
                    count(row.calls),
                    row.method,
                    row.network,
                    keyName(keys, row.keyId),
                    adviceOn(row.error),
                  ],
                }))}
              />
            </>
          )
        }
      </Shown>
    </Card>
  )
}
