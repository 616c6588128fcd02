import type { Command } from './command.js'
import { contractCheck } from './contract/check.js'
import { contractDiffCommand } from './contract/diff.js'
import { contractImport } from './contract/import.js'
import { contractPrint } from './contract/print.js'
import { contractShow } from './contract/show.js'
import { check } from './operate/check.js'
import { init } from './operate/config/init.js'
import { configShow } from './operate/config/show.js'
import { cordonCommands } from './operate/cordon.js'
import { history } from './operate/history.js'
import { status } from './operate/status.js'
import { storeCommands } from './operate/store-commands.js'
import { storeJournals } from './operate/store-journals.js'
import { upstreams } from './operate/upstreams.js'
import { wholeStoreCommands } from './operate/whole-store.js'
import { serve } from './serve.js'
import { client } from './tools/client.js'
import { conformCommand } from './tools/conform.js'
import { demo } from './tools/demo.js'
import { mock } from './tools/mock.js'
import { record } from './tools/record.js'

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  serve,
  demo,
  mock,
  conformCommand,
  record,
  init,
  check,
  configShow,
  ...storeCommands,
  status,
  history,
  upstreams,
  ...cordonCommands,
  storeJournals,
  ...wholeStoreCommands,
  contractPrint,
  contractImport,
  contractCheck,
  contractShow,
  contractDiffCommand,
  client,
]
