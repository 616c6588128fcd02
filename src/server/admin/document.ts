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
 * One parameter. `x-cli` describes it on the command line: a positional word or an option, the
 * option's name if different, and the placeholder in the help; an option without value is a flag.
 */
export interface AdminParam {
  readonly name: string
  readonly summary: string
  readonly required?: boolean
  readonly schema: ParamSchema
  readonly 'x-cli'?: { readonly option?: string; readonly value?: string; readonly isPositional?: boolean }
}

/**
 * Rights of an account holder to a method, in the dashboard.
 *
 * `account`, `key`  the parameter that names the account or key, which must be the holder's own
 * `mayBeLeftOut`    the account's parameter; it defaults to the holder's own
 * `params`          the parameters allowed to the holder; all if absent
 * `addsKey`         true if the method adds a key to the account
 * `whileSuspended`  allows a change while the account is suspended; reads are always allowed
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
 * One method of the admin API. `x-changes`: what it changes, which its audit entry then names;
 * false if it changes nothing. `x-holder`: the rights of account holders, none if absent. `x-cli`:
 * differences on the command line, such as the help's sentence and groups of params of which one is
 * required.
 */
export interface AdminMethod {
  readonly name: string
  readonly summary: string
  readonly 'x-changes': 'account' | 'key' | 'operator' | 'upstream' | false
  readonly 'x-holder'?: HolderRule
  readonly params: readonly AdminParam[]
  readonly result: { readonly schema: object }
  readonly 'x-cli'?: { readonly summary?: string; readonly alternatives?: readonly (readonly string[])[] }
}

/** The admin API's contract: openrpc.admin.json, an OpenRPC 1.3 document. */
export interface AdminDocument {
  readonly methods: readonly AdminMethod[]
  readonly components: { readonly schemas: Readonly<Record<string, ParamSchema>> }
}

let document: AdminDocument | undefined

/** Reads openrpc.admin.json from this folder, once. */
export const readAdminDocument = (): AdminDocument => {
  document ??= JSON.parse(readFileSync(new URL('./openrpc.admin.json', import.meta.url), 'utf8')) as AdminDocument
  return document
}
