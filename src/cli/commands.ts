import type { Command } from './command.js'
import { demo } from './demo.js'
import { serve } from './serve.js'
import { storeCommands } from './store-commands.js'
import { conformCommand } from './testing/conform.js'
import { mock } from './testing/mock.js'
import { record } from './testing/record.js'

/** Every command of `tollgate`, in the order of the help. */
export const commands: readonly Command[] = [serve, demo, mock, conformCommand, record, ...storeCommands]
