import type { Command } from './command.js'
import { storeCommands } from './operate/store-commands.js'
import { serve } from './serve.js'
import { conformCommand } from './tools/conform.js'
import { demo } from './tools/demo.js'
import { mock } from './tools/mock.js'
import { record } from './tools/record.js'

export const commands: readonly Command[] = [serve, demo, mock, conformCommand, record, ...storeCommands]
