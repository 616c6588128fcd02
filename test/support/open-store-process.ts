import { openStore } from '../../src/storage/open.js'

/** Run by test/storage/processes.test.ts: opens a store at a given moment, creates an account and prints its id. */
const [path = '', startAtMs = '0'] = process.argv.slice(2)
while (Date.now() < Number(startAtMs)) {}
const store = openStore(path, { clock: Date.now })
const { id } = await store.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
store.close()
process.stdout.write(id)
