import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientFamily, type ClientTransport, everydayCalls, transports } from '../../../test/flows/client-row.js'
import { clientRows } from '../../../test/flows/client-rows.js'

const TITLES: Readonly<Record<ClientTransport, string>> = { http: 'HTTP', websocket: 'WebSocket' }

/** What a call that works looks like. */
const WORKS = '●'

type Versions = Readonly<Record<string, string | undefined>>

/** Versions of packages as they are pinned. */
const versionsOf = (root: string): Versions => {
  const files = ['package.json', 'scripts/local-nodes/package.json', 'generated/client/package.json']
  return Object.assign(
    {},
    ...files.map((file) => {
      const { name, version, devDependencies, optionalDependencies } = JSON.parse(
        readFileSync(join(root, file), 'utf8'),
      ) as { name: string; version: string; devDependencies?: object; optionalDependencies?: object }
      return { [name]: version, ...devDependencies, ...optionalDependencies }
    }),
  ) as Versions
}

/** A row for each call, a column for each client and transport; reasons stand below, by number. */
export const clientMatrix = (root: string, family: ClientFamily): string => {
  const rows = clientRows.filter((row) => row.family === family)
  const versions = versionsOf(root)
  const columns = rows.flatMap((row) => transports.map((transport) => ({ row, transport })))
  const reasons: string[] = []
  const cellOf = (reason: string | undefined): string => {
    if (reason === undefined) return WORKS
    if (!reasons.includes(reason)) reasons.push(reason)
    return `(${reasons.indexOf(reason) + 1})`
  }
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [
    line(['Call', ...columns.map(({ row: { name }, transport }) => `${name} ${versions[name]}, ${TITLES[transport]}`)]),
    line(['---', ...columns.map(() => ':-:')]),
    ...everydayCalls[family].map((call) =>
      line([
        call === 'batch' ? 'a batch' : `\`${call}\``,
        ...columns.map(({ row, transport }) => cellOf(row.reasonOf(transport, call))),
      ]),
    ),
  ]
  return [...table, '', ...reasons.map((reason, index) => `${index + 1}. ${reason}`)].join('\n')
}
