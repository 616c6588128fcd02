import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientFamily, type ClientTransport, everydayCalls, transports } from '../../../test/flows/client-row.js'
import { clientRows } from '../../../test/flows/client-rows.js'
import { flowRows, flowTitles, hasFlow } from '../../../test/flows/flow-rows.js'

const TITLES: Readonly<Record<ClientTransport, string>> = { http: 'HTTP', websocket: 'WebSocket' }

/** The mark of a call that works. */
const WORKS = '●'

type Versions = Readonly<Record<string, string | undefined>>

/** Versions of packages as they are pinned. */
const versionsOf = (root: string): Versions => {
  const files = [
    'package.json',
    'scripts/local-nodes/package.json',
    'generated/client/package.json',
    'test/flows/installed/package.json',
  ]
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

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** Reasons by number, as they are first met. */
class Reasons {
  private readonly texts: string[] = []

  numberOf(reason: string): string {
    if (!this.texts.includes(reason)) this.texts.push(reason)
    return `(${this.texts.indexOf(reason) + 1})`
  }

  list(): readonly string[] {
    return this.texts.map((reason, index) => `${index + 1}. ${reason}`)
  }
}

/** A row for each call, a column for each client and transport; reasons stand below, by number. */
export const clientMatrix = (root: string, family: ClientFamily): string => {
  const rows = clientRows.filter((row) => row.family === family)
  const versions = versionsOf(root)
  const columns = rows.flatMap((row) => transports.map((transport) => ({ row, transport })))
  const reasons = new Reasons()
  const cellOf = (reason: string | undefined) => (reason === undefined ? WORKS : reasons.numberOf(reason))
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
  return [...table, '', ...reasons.list()].join('\n')
}

/** A row for each flow, a column for each client and transport. */
export const flowMatrix = (root: string, family: ClientFamily): string => {
  const versions = versionsOf(root)
  const columns = flowRows
    .filter((row) => row.family === family)
    .flatMap((row) => row.transports.map((transport) => ({ row, transport })))
  return [
    line(['Flow', ...columns.map(({ row: { name }, transport }) => `${name} ${versions[name]}, ${TITLES[transport]}`)]),
    line(['---', ...columns.map(() => ':-:')]),
    ...Object.entries(flowTitles[family]).map(([flow, title]) =>
      line([title, ...columns.map(({ row, transport }) => (hasFlow(row, transport, flow) ? WORKS : ''))]),
    ),
  ].join('\n')
}
