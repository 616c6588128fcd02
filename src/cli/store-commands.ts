import { accountCreate } from './account/create.js'
import { accountList } from './account/list.js'
import { accountSet } from './account/set.js'
import { accountShow } from './account/show.js'
import { check } from './check.js'
import type { Command } from './command.js'
import { contractPrint } from './contract-print.js'
import { forwarded } from './forwarded.js'
import { keyCreate } from './key/create.js'
import { keyList } from './key/list.js'
import { keyRevoke } from './key/revoke.js'
import { keyRotate } from './key/rotate.js'
import { keySet } from './key/set.js'
import { storeJournals } from './store-journals.js'
import { upstreams } from './upstreams.js'
import { usage } from './usage.js'

/** The commands that look at the configuration, the store, the running gateway or the contract and end; in the order of the help. */
export const storeCommands: readonly Command[] = [
  check,
  accountCreate,
  accountList,
  accountShow,
  accountSet,
  keyCreate,
  keyList,
  keyRevoke,
  keyRotate,
  keySet,
  usage,
  forwarded,
  upstreams,
  storeJournals,
  contractPrint,
]
