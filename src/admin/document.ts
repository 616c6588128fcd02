import { readFileSync } from 'node:fs'

/** The part of a parameter's JSON Schema that the command line reads. */
export interface ParamSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

/**
 * One parameter. `x-cli` is how it is typed on the command line: as a word of its own or an option, which may have another name, and what
 * stands for the value in the help; an option without value is a flag.
 */
export interface AdminParam {
  readonly name: string
  readonly summary: string
  readonly required?: boolean
  readonly schema: ParamSchema
  readonly 'x-cli'?: { readonly option?: string; readonly value?: string; readonly isPositional?: boolean }
}

/**
 * One method of the admin API. `x-cli` is what differs on the command line: the sentence of the help, and params of which one group or
 * another is given.
 */
export interface AdminMethod {
  readonly name: string
  readonly summary: string
  readonly params: readonly AdminParam[]
  readonly result: { readonly schema: object }
  readonly 'x-cli'?: { readonly summary?: string; readonly alternatives?: readonly (readonly string[])[] }
}

/** The admin API's law: openrpc.admin.json, an OpenRPC 1.3 document. */
export interface AdminDocument {
  readonly methods: readonly AdminMethod[]
  readonly components: { readonly schemas: Readonly<Record<string, ParamSchema>> }
}

/** Reads openrpc.admin.json, which lies next to this file. */
export const readAdminDocument = (): AdminDocument =>
  JSON.parse(readFileSync(new URL('./openrpc.admin.json', import.meta.url), 'utf8'))
