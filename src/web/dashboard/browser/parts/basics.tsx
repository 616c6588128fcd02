import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import type { Loaded } from '../load.js'
import { goneSinceMs } from '../state.js'

interface CardProps {
  readonly title: string
  readonly more?: ComponentChildren
  readonly children: ComponentChildren
}

export const Card = ({ title, more, children }: CardProps) => (
  <section class="card" aria-label={title}>
    <div class="card-head">
      <h2>{title}</h2>
      {more}
    </div>
    {children}
  </section>
)

/** Shown for an empty list, with a hint how to fill it. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => <p class="empty">{children}</p>

/** Shows loaded data; a sentence until then. */
export const Shown = <T,>({ of, children }: { readonly of: Loaded<T>; children(value: T): ComponentChildren }) => {
  const trouble = of.error !== undefined && (
    <p class="trouble" role="alert">
      {of.error}{' '}
      <button type="button" onClick={of.reload}>
        Try again
      </button>
    </p>
  )
  // While the gateway is gone, a banner says so once for all that is shown.
  if (of.value !== undefined)
    return (
      <>
        {goneSinceMs.value === undefined && trouble}
        {children(of.value)}
      </>
    )
  return trouble || <p class="empty">Loading…</p>
}

export const NoPage = () => <Empty>There is no such page. Choose one of those above.</Empty>

/** A row of a table: a cell for each column; the first names the row. */
export interface TableRow {
  readonly key: string
  readonly cells: readonly ComponentChildren[]
}

interface TableProps {
  readonly caption: string
  readonly columns: readonly string[]
  /** Indexes of the columns with numbers. */
  readonly numbers?: readonly number[]
  readonly rows: readonly TableRow[]
}

/** Rows that a table shows at a time. */
export const PAGE_ROWS = 25

/** A table that shows a page of its rows at a time. */
export const Table = ({ caption, columns, numbers = [], rows }: TableProps) => {
  const [page, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS))
  const at = Math.min(page, pages - 1)
  const classOf = (index: number) => (numbers.includes(index) ? 'number' : '')
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="table" tabIndex={0} aria-label={caption}>
        <table>
          <thead>
            <tr>
              {columns.map((name, index) => (
                <th key={name} scope="col" class={classOf(index)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS).map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) =>
                  index === 0 ? (
                    <th key={columns[index]} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={columns[index]} class={classOf(index)} data-label={columns[index]}>
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {pages > 1 && <Pages at={at} of={pages} total={rows.length} onTurn={setPage} />}
    </>
  )
}

interface PagesProps {
  readonly at: number
  readonly of: number
  readonly total: number
  onTurn(page: number): void
}

const Pages = ({ at, of, total, onTurn }: PagesProps) => (
  <nav class="pages" aria-label="Pages of the table">
    <button type="button" disabled={at === 0} onClick={() => onTurn(at - 1)}>
      Previous
    </button>
    <span>
      Page {at + 1} of {of}, {total} rows
    </span>
    <button type="button" disabled={at === of - 1} onClick={() => onTurn(at + 1)}>
      Next
    </button>
  </nav>
)

interface ChoiceProps {
  readonly label: string
  /** Shows the label, where no heading beside the choice says the same. */
  readonly isCaptioned?: boolean
  readonly choices: readonly string[]
  readonly chosen: string
  onChoose(choice: string): void
}

export const Choice = ({ label, isCaptioned = false, choices, chosen, onChoose }: ChoiceProps) => {
  // A page may show two choices of one label.
  const name = useId()
  return (
    <fieldset class="choice-field">
      <legend class={isCaptioned ? '' : 'hidden'}>{label}</legend>
      <div class="choice">
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={choice === chosen} onChange={() => onChoose(choice)} />
            <span>{choice}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A copy button. Browsers have a clipboard only under HTTPS and on localhost. */
export const Copied = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [said, setSaid] = useState('Copy')
  useEffect(() => {
    if (said === 'Copy') return
    const timer = setTimeout(() => setSaid('Copy'), 2_000)
    return () => clearTimeout(timer)
  }, [said])
  if (navigator.clipboard === undefined) return null
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Cannot copy'),
    )
  return (
    <button type="button" onClick={copy} aria-label={`${said} ${label}`}>
      {said}
    </button>
  )
}

/** A state, in a word and a colour. */
export const Badge = ({
  tone,
  children,
}: {
  readonly tone: 'good' | 'warn' | 'bad' | 'soft'
  readonly children: ComponentChildren
}) => <span class={`badge ${tone}`}>{children}</span>
