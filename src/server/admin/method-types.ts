import type { AdminParams, AdminResults } from '../../../generated/admin.js'
import type { Frozen } from '../config/config.js'

/** The name of a method of the admin API. */
export type AdminMethodName = keyof AdminResults

/** The params of a method of the admin API, as its document declares them. */
export type ParamsOf<Name extends keyof AdminParams> = Frozen<AdminParams[Name]>

/** The result of a method of the admin API, as its document declares it. */
export type ResultOf<Name extends keyof AdminResults> = Frozen<AdminResults[Name]>
