import { quickClients } from './client-rows.js'
import { testClients } from './matrix.js'

testClients(quickClients)
