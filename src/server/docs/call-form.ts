import type { DocumentContent, DocumentSchema } from '../../../generated/document.js'
import { anchorOf, type Content, html, type Markup } from './markup.js'
import { factsOf, type SchemaFacts, typeName } from './schema-facts.js'

/**
 * Says how the form reads a field: `text` is a string unless written as JSON, `number` keeps its
 * digits, `json` is used unchanged.
 */
type FieldKind = 'text' | 'number' | 'choice' | 'json'

/** Objects deeper than this are written as JSON. */
const MAX_GROUPS = 2

interface FieldOptions {
  /** Id of the page's element, unique on the page. */
  readonly id: string
  /** Target of the value, a JSON pointer into params. */
  readonly path: string
  readonly name: string
  readonly isRequired: boolean
  readonly depth: number
}

/** Fields for the params of a method: one for each, those of an object in a group. */
export const callForm = (
  schemas: Readonly<Record<string, DocumentSchema>>,
  method: string,
  params: readonly DocumentContent[],
): Content =>
  params.map((param, index) =>
    field(factsOf(schemas, param.schema), {
      id: anchorOf(`try-${method}-${index}`),
      path: `/${index}`,
      name: param.name,
      isRequired: param.required === true && param['x-completed-with'] === undefined,
      depth: 0,
    }),
  )

const field = (facts: SchemaFacts, options: FieldOptions): Markup =>
  facts.members.length > 0 && facts.alternatives.length === 0 && options.depth < MAX_GROUPS
    ? group(facts, options)
    : single(facts, options)

const group = ({ members }: SchemaFacts, { id, path, name, depth }: FieldOptions): Markup =>
  html`<fieldset class="group"><legend>${name}</legend>${members.map((member, index) =>
    field(member.facts, {
      id: `${id}-${index}`,
      path: `${path}/${member.name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      name: member.name,
      isRequired: member.isRequired,
      depth: depth + 1,
    }),
  )}</fieldset>`

const single = (facts: SchemaFacts, { id, path, name, isRequired }: FieldOptions): Markup => {
  const kind = kindOf(facts)
  const label = html`<label for="${id}"><code>${name}</code> <span class="type">${typeName(facts)}</span>${
    isRequired && html` <span class="mark required">required</span>`
  }</label>`
  const marks = html`id="${id}" data-path="${path}" data-kind="${kind}"`
  if (kind === 'choice') return html`<div class="field">${label}<select ${marks}>${optionsOf(facts)}</select></div>`
  if (kind === 'json')
    return html`<div class="field">${label}<textarea ${marks} rows="2" spellcheck="false" placeholder="JSON"></textarea></div>`
  const mode = kind === 'number' && html` inputmode="numeric"`
  return html`<div class="field">${label}<input ${marks} type="text" spellcheck="false" autocomplete="off"${mode} placeholder="${hintOf(facts)}"></div>`
}

const optionsOf = (facts: SchemaFacts): Content => {
  const values = facts.values.length > 0 ? facts.values : ['true', 'false']
  return [
    html`<option value="">not given</option>`,
    values.map((value) => html`<option value="${value}">${plain(value)}</option>`),
  ]
}

const plain = (json: string): string => {
  const value = JSON.parse(json) as unknown
  return typeof value === 'string' ? value : json
}

const hintOf = ({ constraints, isNullable }: SchemaFacts): string => {
  const given = constraints.find(({ label }) => label === 'default')
  return given !== undefined ? given.value : isNullable ? 'not given' : ''
}

const kindOf = (facts: SchemaFacts): FieldKind => {
  const { types, values, alternatives, members } = facts
  if (values.length > 0 && alternatives.length === 0) return 'choice'
  const all = [...types, ...alternatives.flatMap((form) => form.types)]
  if (all.includes('string')) return 'text'
  if (members.length > 0 || all.includes('array') || all.includes('object')) return 'json'
  if (all.includes('boolean')) return 'choice'
  return all.includes('integer') || all.includes('number') ? 'number' : 'json'
}
