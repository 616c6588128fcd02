type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fieldsOf = (form: ParentNode): Field[] => [...form.querySelectorAll<Field>('[data-path]')]

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A field's text as JSON. Invalid JSON is sent unchanged: the gateway explains the error. */
const jsonOf = ({ dataset: { kind } }: Field, text: string): string => {
  if (kind !== 'text') return text
  return text === 'null' || (/^[[{"]/.test(text) && isJson(text)) ? text : JSON.stringify(text)
}

interface Branch {
  text?: string
  readonly members: Map<string, Branch>
}

const write = ({ text, members }: Branch): string =>
  text ?? `{${[...members].map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`

/**
 * The params as JSON with the digits as typed. Omitted params at the end are left out; others
 * become null.
 */
export const paramsOf = (form: ParentNode, count: number): string => {
  const root: Branch = { members: new Map() }
  for (const field of fieldsOf(form)) {
    const text = field.value.trim()
    if (text === '') continue
    let branch = root
    for (const name of segments(field)) {
      const next = branch.members.get(name) ?? { members: new Map() }
      branch.members.set(name, next)
      branch = next
    }
    branch.text = jsonOf(field, text)
  }
  const params = Array.from({ length: count }, (_, index) => root.members.get(String(index)))
  while (params.length > 0 && params.at(-1) === undefined) params.pop()
  return `[${params.map((param) => (param === undefined ? 'null' : write(param))).join(',')}]`
}

const segments = ({ dataset: { path = '' } }: Field): string[] =>
  path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

export const fillForm = (form: ParentNode, params: unknown): void => {
  for (const field of fieldsOf(form)) {
    const value = segments(field).reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined,
      params,
    )
    const isText = field.dataset.kind === 'text' && typeof value === 'string'
    field.value = value === undefined || value === null ? '' : isText ? value : JSON.stringify(value)
  }
}
