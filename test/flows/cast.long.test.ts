import { cast } from './evm-clients.js'
import { testClients } from './matrix.js'

testClients([cast])
