import { useState } from 'preact/hooks'
import { FieldError } from './fields.js'

/** A name that can be chosen. */
export interface CheckBox {
  readonly name: string
  readonly note: string
  /** Heading of the names that belong together. */
  readonly group?: string
}

interface ChecksProps {
  readonly id: string
  readonly legend: string
  readonly checks: readonly CheckBox[]
  readonly chosen: readonly string[]
  readonly error: string | undefined
  onChange(chosen: readonly string[]): void
}

/** Longer lists get a search field. */
const MANY = 12

const groupsOf = (checks: readonly CheckBox[]): [string, CheckBox[]][] => {
  const groups = new Map<string, CheckBox[]>()
  for (const check of checks) {
    const group = check.group ?? ''
    const others = groups.get(group)
    if (others === undefined) groups.set(group, [check])
    else others.push(check)
  }
  return [...groups]
}

/** A choice of several names: by search where there are many, and by groups. */
export const Checks = ({ id, legend, checks, chosen, error, onChange }: ChecksProps) => {
  const [search, setSearch] = useState('')
  const found = checks.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const without = (names: readonly string[]) => chosen.filter((one) => !names.includes(one))
  const toggle = (names: readonly string[], isOn: boolean) => onChange([...without(names), ...(isOn ? names : [])])
  const group = ([title, members]: [string, CheckBox[]]) => {
    const names = members.map(({ name }) => name)
    const isWhole = without(names).length === chosen.length - names.length
    return (
      <div class="check-group" key={title}>
        {title !== '' && (
          <p>
            <strong>{title}</strong>{' '}
            <button
              type="button"
              onClick={() => toggle(names, !isWhole)}
              aria-label={`${isWhole ? 'None' : 'All'} of ${title}`}
            >
              {isWhole ? 'None' : 'All'} of these {names.length}
            </button>
          </p>
        )}
        <div class="check-list">
          {members.map(({ name, note }) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) => toggle([name], event.currentTarget.checked)}
              />
              <span>{name}</span> <span class="soft">{note}</span>
            </label>
          ))}
        </div>
      </div>
    )
  }
  return (
    <fieldset class="checks" aria-invalid={error !== undefined} aria-describedby={error && `${id}-error`} tabIndex={-1}>
      <legend>
        {legend}
        {checks.length > MANY && <span class="soft"> ({chosen.length === 0 ? 'all' : `${chosen.length} chosen`})</span>}
      </legend>
      {checks.length > MANY && (
        <input
          type="search"
          aria-label={`Search: ${legend}`}
          placeholder="Search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div class={checks.length > MANY ? 'check-groups' : ''}>{groupsOf(found).map(group)}</div>
      {found.length === 0 && <p class="soft">None has “{search}” in its name.</p>}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
