import type { DocumentContent } from '../../../generated/document.js'
import { type Content, html, inline, type Markup } from './markup.js'
import { type ComponentSchemas, factsOf, type SchemaFacts, typeName } from './schema-facts.js'

/** Deeper parts of a tree are folded. */
const OPEN_DEPTH = 1

export const paramTree = (schemas: ComponentSchemas, params: readonly DocumentContent[]): Markup =>
  html`<ul class="tree params">${params.map((param) => {
    const facts = factsOf(schemas, param.schema)
    const completed = param['x-completed-with']
    const note =
      completed === undefined
        ? undefined
        : html`<p>If a call leaves it out, <code>${typeof completed === 'string' ? completed : JSON.stringify(completed)}</code> is used.</p>`
    // The gateway completes a call without it, so the reader may omit it.
    const mark = param.required === true && completed === undefined ? REQUIRED : OPTIONAL
    return branch(param.name, facts, { mark, description: param.description, note, depth: 0 })
  })}</ul>`

export const valueTree = (schemas: ComponentSchemas, name: string, schema: unknown, description?: string): Markup =>
  html`<ul class="tree answer">${branch(name, factsOf(schemas, schema), { description, depth: 0 })}</ul>`

const REQUIRED = html`<span class="mark required">required</span>`
const OPTIONAL = html`<span class="mark optional">optional</span>`

interface BranchOptions {
  readonly mark?: Markup | undefined
  /** Replaces the schema's own description. */
  readonly description?: string | undefined
  readonly note?: Markup | undefined
  readonly depth: number
}

const branch = (name: string, facts: SchemaFacts, { mark, description, note, depth }: BranchOptions): Markup => {
  const type = typeName(facts)
  return html`<li><div class="line"><code class="name">${name}</code> <span class="type">${type}${
    facts.isNullable && ' or null'
  }</span> ${mark}</div>${described(description, facts.description)}${note}${inner(facts, depth)}</li>`
}

/** The description at the place of use, then the schema's own. */
const described = (used: string | undefined, own: string | undefined): Content => {
  const texts = [...new Set([used, own])].filter((text) => text !== undefined && text !== '')
  return texts.map((text, index) => html`<p${index > 0 && html` class="about"`}>${inline(text ?? '')}</p>`)
}

const inner = (facts: SchemaFacts, depth: number): Content => [
  constraintList(facts),
  facts.isRepeated && html`<p class="about">Described above.</p>`,
  facts.members.length > 0 &&
    fold(
      `${facts.members.length} ${facts.members.length === 1 ? 'member' : 'members'}`,
      depth,
      memberList(facts, depth),
    ),
  facts.alternatives.length > 0 && fold(`One of ${facts.alternatives.length} forms`, depth, formList(facts, depth)),
  elementList(facts, depth),
]

const constraintList = ({ values, constraints }: SchemaFacts): Content => {
  const rows = [
    ...(values.length > 0 ? [{ label: 'one of', values }] : []),
    ...constraints.map(({ label, value }) => ({ label, values: [value] })),
  ]
  return (
    rows.length > 0 &&
    html`<dl class="constraints">${rows.map(
      (row) =>
        html`<div><dt>${row.label}</dt><dd>${row.values.map((value) => html`<code>${value}</code> `)}</dd></div>`,
    )}</dl>`
  )
}

const fold = (summary: string, depth: number, content: Markup): Markup =>
  html`<details class="fold"${depth < OPEN_DEPTH && html` open`}><summary>${summary}</summary>${content}</details>`

const memberList = ({ members }: SchemaFacts, depth: number): Markup =>
  html`<ul class="tree">${members.map(({ name, isRequired, facts }) =>
    branch(name, facts, { mark: isRequired ? REQUIRED : OPTIONAL, depth: depth + 1 }),
  )}</ul>`

const formList = ({ alternatives }: SchemaFacts, depth: number): Markup =>
  html`<ul class="tree">${alternatives.map((form) => branchless(form, depth + 1))}</ul>`

/** A form or an element has a type but no name. */
const branchless = (facts: SchemaFacts, depth: number): Markup =>
  html`<li><div class="line"><span class="type">${typeName(facts)}${facts.isNullable && ' or null'}</span></div>${described(
    undefined,
    facts.description,
  )}${inner(facts, depth)}</li>`

/** Elements are described if they have more than a type. */
const elementList = ({ elements }: SchemaFacts, depth: number): Content =>
  elements.length > 0 &&
  elements.some(hasMore) &&
  fold(
    elements.length === 1 ? 'Each element' : `${elements.length} elements`,
    depth,
    html`<ul class="tree">${elements.map((element) => branchless(element, depth + 1))}</ul>`,
  )

const hasMore = ({ description, values, constraints, members, alternatives, elements }: SchemaFacts): boolean =>
  description !== undefined || [values, constraints, members, alternatives, elements].some(({ length }) => length > 0)
