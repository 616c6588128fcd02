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
 * One parameter. `x-cli` is how it is typed on the command line: as a word of its own or an option,
 * which may have another name, and what stands for the value in the help; an option without value
 * is a flag.
 */
export interface AdminParam {
  readonly name: string
  readonly summary: string
  readonly required?: boolean
  readonly schema: ParamSchema
  readonly 'x-cli'?: { readonly option?: string; readonly value?: string; readonly isPositional?: boolean }
}

/**
 * What the holder of an account may do with a method, in the dashboard.
 *
 * `account`, `key`  the parameter that names the account, or the key: it must be the holder's own
 * `mayBeLeftOut`    the account's parameter, which is then the holder's own
 * `params`          the only parameters that the holder may give; left out: all
 * `addsKey`         the account gets one key more
 * `whileSuspended`  a change that the holder may make while the account is suspended; what changes
 *                   nothing needs no leave
 */
export interface HolderRule {
  readonly account?: string
  readonly key?: string
  readonly mayBeLeftOut?: true
  readonly params?: readonly string[]
  readonly addsKey?: true
  readonly whileSuspended?: true
}

/**
 * One method of the admin API. `x-changes` says whether it changes something, so that it leaves an
 * entry in the audit log; `x-holder` what the holder of an account may do with it, which is nothing
 * where it is left out; `x-cli` what differs on the command line: the sentence of the help, and
 * params of which one group or another is given.
 */
export interface AdminMethod {
  readonly name: string
  readonly summary: string
  readonly 'x-changes': boolean
  readonly 'x-holder'?: HolderRule
  readonly params: readonly AdminParam[]
  readonly result: { readonly schema: object }
  readonly 'x-cli'?: { readonly summary?: string; readonly alternatives?: readonly (readonly string[])[] }
}

/** The admin API's law: openrpc.admin.json, an OpenRPC 1.3 document. */
export interface AdminDocument {
  readonly methods: readonly AdminMethod[]
  readonly components: { readonly schemas: Readonly<Record<string, ParamSchema>> }
}

let document: AdminDocument | undefined

/** Reads openrpc.admin.json, which lies next to this file; once. */
export const readAdminDocument = (): AdminDocument => {
  document ??= JSON.parse(readFileSync(new URL('./openrpc.admin.json', import.meta.url), 'utf8')) as AdminDocument
  return document
}
