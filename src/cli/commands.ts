import type { Command } from './command.js'
import { demo } from './demo.js'
import { mock } from './mock.js'
import { serve } from './serve.js'
import { storeCommands } from './store-commands.js'

/** Every command of `tollgate`, in the order of the help. */
export const commands: readonly Command[] = [serve, demo, mock, ...storeCommands]
